//! Size of the picture.

/// Width in pixels.
pub const WIDTH: usize = 640;

/// Height in pixels.
pub const HEIGHT: usize = 480;

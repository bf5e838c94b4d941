//! What the tests at the foot of each module share, here and in the games.

/// Gives `$uut` one clock period. Outputs read afterwards are those right after the rising edge, for the inputs as they stand.
///
/// Toggling the clock by hand is several times faster than `Simulation` with its test bench threads.
#[macro_export]
macro_rules! tick {
    ($uut:expr) => {{
        for clk in [false, true] {
            $uut.clock.next = rust_hdl::prelude::Clock { clk };
            assert!(
                rust_hdl::prelude::simulate(&mut $uut, 20),
                "the circuit does not settle"
            );
        }
    }};
}

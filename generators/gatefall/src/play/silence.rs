//! Takes the place of the sound in a build without the feature `sound`.

/// A game without sound.
pub(crate) struct Silence;

impl Silence {
    /// There is nothing to start.
    pub(crate) fn start(_rate_hz: u32) -> Silence {
        Silence
    }

    /// Drops the samples.
    pub(crate) fn play(&mut self, _samples: &[u16]) {}

    /// The reason for the silence.
    pub(crate) fn status(&self) -> String {
        "no sound: built without it (apt install libasound2-dev pkg-config, then make play)".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_says_what_to_do_about_it() {
        let status = Silence::start(48_000).status();
        let (_, advice) = status.split_once("(apt install ").unwrap();
        assert_eq!(advice, "libasound2-dev pkg-config, then make play)");
        // The tests of the sound itself.
        let missing = "the build has no sound (apt install libasound2-dev pkg-config)";
        gatefall_tests::leave_out("play::sound::tests", missing);
    }
}

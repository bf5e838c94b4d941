//! Sound of the game: effects of events, and tune and tempo of the music.
//!
//! | scene | tune |
//! |---|---|
//! | title, menu, settings | minuet |
//! | countdown | none |
//! | play; in a pause it stands | the one of the settings |
//! | results | Ode to Joy |
//!
//! In a game the tempo follows the player with the higher level.
//!
//! **Interface**: `levels_up` is a strobe one clock after its cause.

use super::sound_trigger::{MenuEvents, SoundTrigger};
use super::{tune, Sound};
use crate::falling_blocks::shell::alarm::Alarm;
use crate::falling_blocks::shell::sound_events::{
    ClearKindReader, PieceEventsReader, ScoredLockReader,
};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Settings of music and effects.
#[interface(client = SoundSettingsSource)]
pub struct SoundSettings {
    /// Level: music is silent but goes on.
    pub mute_music: Signal<In, Bit>,
    /// Level: effects are silent but go on.
    pub mute_effects: Signal<In, Bit>,
    /// Number of the tune of a game.
    pub tune: Signal<In, Bit>,
}

/// Effects and music.
#[derive(LogicBlock, Module)]
pub struct GameSound {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: there is no game.
    pub no_game: Signal<In, Bit>,
    /// Level: the countdown.
    pub in_countdown: Signal<In, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<In, Bit>,
    /// Level: the game stands still.
    pub is_suspended: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Players with a cell near the top.
    pub danger: Signal<In, Bits<2>>,
    /// Level: the engine is at work; `level` may be that of either player.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Events of the piece that its player has caused.
    pub events: PieceEventsReader,
    /// Strobe: the piece is dropped.
    pub dropped: Signal<In, Bit>,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Its kind.
    pub kind: ClearKindReader,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// Strobe: garbage has arrived.
    pub attacked: Signal<In, Bit>,
    /// Events of menu and countdown, and the result of a game.
    pub menu_events: MenuEvents,
    /// Settings of music and effects.
    pub settings: SoundSettings,
    /// Strobe: lines raise the level.
    pub levels_up: Signal<Out, Bit>,
    /// Strobe: a loud drum of the tune begins, also while it is muted.
    pub drum_starts: Signal<Out, Bit>,
    /// Players whose frame the alarm lights.
    pub lit: Signal<Out, Bits<2>>,
    /// Music and effects, pulse-width modulated.
    pub audio: Signal<Out, Bit>,
    #[part]
    alarm: Alarm,
    #[part]
    sound_trigger: SoundTrigger,
    #[part]
    #[given]
    sound: Sound,
    /// Before a game the engine may still have the level of the last one.
    #[reset(1, or = is_still)]
    highest_level: DFF<Bits<5>>,
    is_still: Signal<Local, Bit>,
    #[value(tune::MINUET)]
    of_title: Constant<Bits<2>>,
    #[value(tune::ODE)]
    of_results: Constant<Bits<2>>,
}

impl GameSound {
    /// For a clock of this frequency.
    pub fn new(clock_hz: u64) -> Self {
        construct!(GameSound {
            sound: Sound::new(clock_hz),
        })
    }
}

#[clocked]
impl Logic for GameSound {
    #[hdl_gen]
    fn update(&mut self) {
        self.alarm.tick.next = self.tick.val();
        self.alarm.danger.next = self.danger.val();
        self.lit.next = self.alarm.lit.val();
        self.sound_trigger.new_game.next = self.new_game.val();
        self.sound_trigger.busy.next = self.busy.val();
        self.sound_trigger.shape.next = self.shape.val();
        PieceEventsReader::link(&mut self.events, &mut self.sound_trigger.events);
        self.sound_trigger.dropped.next = self.dropped.val();
        ScoredLockReader::link(&mut self.lock, &mut self.sound_trigger.lock);
        ClearKindReader::link(&mut self.kind, &mut self.sound_trigger.kind);
        MenuEvents::link(&mut self.menu_events, &mut self.sound_trigger.menu_events);
        self.sound_trigger.level.next = self.level.val();
        self.sound_trigger.attacked.next = self.attacked.val();
        self.sound_trigger.alarm.next = self.alarm.sounds.val();
        self.levels_up.next = self.sound_trigger.levels_up.val();

        self.is_still.next = !self.in_play.val() & !self.is_suspended.val();
        self.sound.playing.next = !self.in_countdown.val();
        self.sound.paused.next = self.is_suspended.val();
        self.sound.mute_music.next = self.settings.mute_music.val();
        self.sound.mute_effects.next = self.settings.mute_effects.val();
        self.sound.tune.next = bit_cast::<2, 1>(self.settings.tune.val().into());
        if self.is_still.val() {
            self.sound.tune.next = self.of_results.val();
            if self.no_game.val() {
                self.sound.tune.next = self.of_title.val();
            }
        }
        self.sound.effect.next = self.sound_trigger.effect.val();
        self.sound.start.next = self.sound_trigger.start.val();
        if !self.busy.val() & (self.level.val() > self.highest_level.q.val()) {
            self.highest_level.d.next = self.level.val();
        }
        self.sound.level.next = self.highest_level.q.val();
        self.drum_starts.next = self.sound.drum_starts.val();
        self.audio.next = self.sound.audio.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{poke, tick, Bench};

    #[test]
    fn the_tempo_is_that_of_the_highest_level_since_the_game_began() {
        let mut uut = Bench::new(GameSound::new(25_000_000));
        // The game runs, the engine works, level at hand; then the one of the tempo.
        for (in_play, busy, level, tempo) in [
            (true, false, 5u8, 5u64),
            (true, true, 9, 5),
            (true, false, 3, 5),
            (true, false, 9, 9),
            (false, false, 9, 1),
            (true, false, 2, 2),
        ] {
            poke!(uut.in_play = in_play);
            poke!(uut.busy = busy);
            poke!(uut.level = level.to_bits());
            tick!(uut);
            assert_eq!(uut.machine().peek("highest_level").unwrap(), tempo);
        }
    }
}

//! Sound of the game: effects of events, and the tempo of the music.
//!
//! The music follows the player with the higher level.
//!
//! **Interface**: `levels_up` is a strobe one clock after its cause.

use super::effects::effect;
use super::sound_trigger::SoundTrigger;
use super::Sound;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Effects and music.
#[derive(LogicBlock, Module)]
pub struct GameSound {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: the countdown.
    pub in_countdown: Signal<In, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<In, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<In, Bit>,
    /// Level: the engine is at work; `level` may be that of either player.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Strobe: a piece was shifted.
    pub shifted: Signal<In, Bit>,
    /// Strobe: a piece was turned.
    pub turned: Signal<In, Bit>,
    /// Strobe: a piece was held.
    pub piece_held: Signal<In, Bit>,
    /// Strobe: a piece has locked and is scored.
    pub scored: Signal<In, Bit>,
    /// Rows that it filled.
    pub lines: Signal<In, Bits<3>>,
    /// It was a T-spin.
    pub t_spin: Signal<In, Bit>,
    /// It was a difficult clear after another.
    pub back_to_back: Signal<In, Bit>,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// Level: the game has ended.
    pub game_over: Signal<In, Bit>,
    /// Strobe: garbage has arrived.
    pub attacked: Signal<In, Bit>,
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// Strobe: the selection moves.
    pub cursor_moved: Signal<In, Bit>,
    /// Strobe: a setting changes.
    pub setting_changed: Signal<In, Bit>,
    /// Level: no music.
    pub mute_music: Signal<In, Bit>,
    /// Level: no effects.
    pub mute_effects: Signal<In, Bit>,
    /// Number of the tune.
    pub tune: Signal<In, Bit>,
    /// Strobe: the level rises.
    pub levels_up: Signal<Out, Bit>,
    /// Music and effects, pulse-width modulated.
    pub audio: Signal<Out, Bit>,
    #[part]
    sound_trigger: SoundTrigger,
    #[part]
    #[given]
    sound: Sound,
    /// Before a game the engine may still have the level of the last one.
    #[reset(or = in_countdown)]
    highest_level: DFF<Bits<5>>,
    #[value(effect::LEVEL_UP)]
    level_up: Constant<Bits<4>>,
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
        self.sound_trigger.new_game.next = self.new_game.val();
        self.sound_trigger.shape.next = self.shape.val();
        self.sound_trigger.shifted.next = self.shifted.val();
        self.sound_trigger.turned.next = self.turned.val();
        self.sound_trigger.piece_held.next = self.piece_held.val();
        self.sound_trigger.scored.next = self.scored.val();
        self.sound_trigger.lines.next = self.lines.val();
        self.sound_trigger.t_spin.next = self.t_spin.val();
        self.sound_trigger.back_to_back.next = self.back_to_back.val();
        self.sound_trigger.level.next = self.level.val();
        self.sound_trigger.game_over.next = self.game_over.val();
        self.sound_trigger.attacked.next = self.attacked.val();
        self.sound_trigger.counted.next = self.counted.val();
        self.sound_trigger.cursor_moved.next = self.cursor_moved.val();
        self.sound_trigger.setting_changed.next = self.setting_changed.val();
        self.sound.playing.next = self.in_play.val() | self.in_pause.val();
        self.sound.paused.next = self.in_pause.val();
        self.sound.mute_music.next = self.mute_music.val();
        self.sound.mute_effects.next = self.mute_effects.val();
        self.sound.tune.next = self.tune.val();
        self.sound.effect.next = self.sound_trigger.effect.val();
        self.sound.start.next = self.sound_trigger.start.val();
        if !self.busy.val() & (self.level.val() > self.highest_level.q.val()) {
            self.highest_level.d.next = self.level.val();
        }
        self.sound.level.next = self.highest_level.q.val();
        self.levels_up.next = self.sound_trigger.start.val()
            & (self.sound_trigger.effect.val() == self.level_up.val());
        self.audio.next = self.sound.audio.val();
    }
}

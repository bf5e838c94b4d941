//! Sound of the game: effects of events, and the tempo of the music.
//!
//! The music follows the player with the higher level.
//!
//! **Interface**: `levels_up` is a strobe one clock after its cause.

use super::effects::effect;
use super::sound_trigger::{MenuEvents, SoundTrigger};
use super::Sound;
use crate::falling_blocks::shell::sound_events::PieceEventsReader;
use crate::falling_blocks::shell::sound_events::ScoredLockReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::voices::SoundSettings;
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
    /// Events of the piece that its player has caused.
    pub events: PieceEventsReader,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Level: the lock was difficult, and so was the clear before. Valid with the lock.
    pub back_to_back: Signal<In, Bit>,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// Level: the game has ended.
    pub game_over: Signal<In, Bit>,
    /// Strobe: garbage has arrived.
    pub attacked: Signal<In, Bit>,
    /// Events of menu and countdown.
    pub menu_events: MenuEvents,
    /// Settings of music and effects.
    pub settings: SoundSettings,
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
        PieceEventsReader::link(&mut self.events, &mut self.sound_trigger.events);
        ScoredLockReader::link(&mut self.lock, &mut self.sound_trigger.lock);
        MenuEvents::link(&mut self.menu_events, &mut self.sound_trigger.menu_events);
        self.sound_trigger.back_to_back.next = self.back_to_back.val();
        self.sound_trigger.level.next = self.level.val();
        self.sound_trigger.game_over.next = self.game_over.val();
        self.sound_trigger.attacked.next = self.attacked.val();
        self.sound.playing.next = self.in_play.val() | self.in_pause.val();
        self.sound.paused.next = self.in_pause.val();
        SoundSettings::link(&mut self.settings, &mut self.sound.settings);
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

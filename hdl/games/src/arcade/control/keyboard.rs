//! Keyboard and gamepads of both players: from their lines to presses and held keys.
//!
//! ```text
//! ps2  -> Ps2Receiver ---v
//! pads -> GamepadReader -> KeyboardDecoder -> KeyConversion -> presses
//!                                 `-----------------------> held directions
//! ```
//!
//! In the recorded game the presses of the recording take the place of those of the players.
//!
//! **Interface**: that of [`KeyboardDecoder`].

use super::key_choice::KeyChoice;
use super::key_conversion::KeyConversion;
use super::key_map::PlayerKeysReader;
use super::keys;
use super::recorded_game::RecordedGame;
use super::restart_key::RestartKey;
use super::scene_levels::SceneLevelsReader;
use crate::arcade::statistics::name_entry::TypedKeys;
use crate::falling_blocks::shell::keys::KeyPressSource;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::gamepad_reader::{GamepadLines, GamepadReader};
use gatefall_widgets::input::held_actions::HeldDirectionsSource;
use gatefall_widgets::input::keyboard_decoder::{
    KeyChangesSource, KeyboardDecoder, SavedKeys, ShownKeysSource,
};
use gatefall_widgets::input::ps2_receiver::Ps2Receiver;
use rust_hdl::prelude::*;

/// The keyboard.
#[derive(LogicBlock, Module)]
pub struct Keyboard {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keyboard clock, asynchronous, idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// Keyboard data, asynchronous, idle high.
    pub ps2_data: Signal<In, Bit>,
    /// Lines of the gamepads.
    pub pads: GamepadLines,
    /// The keys of the players.
    pub keys: PlayerKeysReader,
    /// Scenes of the game.
    pub scenes: SceneLevelsReader,
    /// Strobe, once a frame.
    pub tick: Signal<In, Bit>,
    /// Level: nothing is pressed; what comes waits.
    pub stall: Signal<In, Bit>,
    /// Level: a name is being entered, where up on a gamepad changes a letter.
    pub in_name: Signal<In, Bit>,
    /// Level: presses are ignored.
    pub is_deaf: Signal<In, Bit>,
    /// Strobe: a key that acts went down.
    pub pressed: Signal<Out, Bit>,
    /// Strobe: a key that acts went down, which is not one for a name.
    pub steers: Signal<Out, Bit>,
    /// Strobe: a key went down, also one that does not act. F7 is none of these.
    pub touched: Signal<Out, Bit>,
    /// Strobe: a key that acts and is down sent its code again.
    pub repeated: Signal<Out, Bit>,
    /// Action of that key, see `keys::action`.
    pub action: Signal<Out, Bits<5>>,
    /// Keys for a name.
    pub typed: TypedKeys,
    /// The key, if it acts in play.
    pub key: KeyPressSource,
    /// Direction keys that are held.
    pub directions: HeldDirectionsSource,
    /// Level: two players are chosen.
    pub two_chosen: Signal<In, Bit>,
    /// Strobe: all set keys are removed.
    pub clears: Signal<In, Bit>,
    /// Strobe: the page that sets the keys goes to the next action.
    pub next_asked: Signal<Out, Bit>,
    /// Keys that are set, for the saved block.
    pub saved: SavedKeys,
    /// Keys for the screen.
    pub caps: ShownKeysSource,
    /// Strobe: the key that begins a game again was held.
    pub restarts: Signal<Out, Bit>,
    /// Strobe: the next scene of the recorded game.
    pub advances: Signal<Out, Bit>,
    #[part]
    #[given]
    ps2_receiver: Ps2Receiver,
    #[part]
    #[given]
    gamepad_reader: GamepadReader,
    #[part]
    #[given]
    keyboard_decoder: KeyboardDecoder,
    #[given]
    key_conversion: KeyConversion,
    #[part]
    key_choice: KeyChoice,
    #[part]
    restart_key: RestartKey,
    #[part]
    #[given]
    recorded_game: RecordedGame,
    acts: Signal<Local, Bit>,
    /// Keys can be set. If not, synthesis removes what sets them.
    can_set: Constant<Bit>,
}

impl Keyboard {
    /// For a clock of this frequency and this number of gamepads, with or without the recorded game
    /// and keys that can be set.
    pub fn new(clock_hz: u64, gamepads: u8, has_recording: bool, can_set: bool) -> Self {
        let actions = if can_set { keys::actions() } else { vec![] };
        construct!(Keyboard {
            ps2_receiver: Ps2Receiver::new(clock_hz),
            gamepad_reader: GamepadReader::new(clock_hz, gamepads),
            keyboard_decoder: KeyboardDecoder::new(&keys::map(gamepads), &actions),
            key_conversion: KeyConversion::new(gamepads),
            recorded_game: RecordedGame::new(has_recording),
            can_set: Constant::new(can_set),
        })
    }
}

#[clocked]
impl Logic for Keyboard {
    #[hdl_gen]
    fn update(&mut self) {
        self.ps2_receiver.ps2_clock.next = self.ps2_clock.val();
        self.ps2_receiver.ps2_data.next = self.ps2_data.val();
        self.gamepad_reader.tick.next = self.tick.val();
        GamepadLines::link(&mut self.pads, &mut self.gamepad_reader.lines);
        self.keyboard_decoder.pad_code.next = self.gamepad_reader.code.val();
        self.keyboard_decoder.pad_released.next = self.gamepad_reader.released.val();
        self.keyboard_decoder.pad_valid.next = self.gamepad_reader.valid.val();
        self.keyboard_decoder.map.next = self.keys.map.val();
        self.keyboard_decoder.in_menus.next = self.keys.in_menus.val();
        self.keyboard_decoder.sets.next = self.keys.sets.val() & self.can_set.val();
        self.keyboard_decoder.clears.next = self.clears.val();
        SceneLevelsReader::link(&mut self.scenes, &mut self.key_choice.scenes);
        self.key_choice.two_chosen.next = self.two_chosen.val();
        KeyChangesSource::join(
            &mut self.key_choice.changes,
            &mut self.keyboard_decoder.changes,
        );
        self.key_choice.drop_is_set.next = self.keyboard_decoder.drop_two_set.val();
        self.next_asked.next = self.key_choice.moved.val();
        SavedKeys::link(&mut self.saved, &mut self.keyboard_decoder.saved);
        ShownKeysSource::link(&mut self.caps, &mut self.keyboard_decoder.caps);
        self.keyboard_decoder.code.next = self.ps2_receiver.code.val();
        self.keyboard_decoder.code_valid.next = self.ps2_receiver.code_valid.val();
        self.keyboard_decoder.code_error.next = self.ps2_receiver.code_error.val();
        self.keyboard_decoder.tick.next = self.tick.val();
        self.keyboard_decoder.stall.next = self.stall.val();
        self.acts.next = self.keyboard_decoder.pressed.val() & !self.is_deaf.val();
        self.pressed.next = self.acts.val();
        self.steers.next = self.acts.val() & !self.in_name.val();
        self.repeated.next = self.keyboard_decoder.repeated.val();
        self.key_conversion.key_action.next = self.keyboard_decoder.action.val();
        self.key_conversion.key_player.next = self.keyboard_decoder.presser.val();
        self.key_conversion.split.next = self.keys.map.val().get_bit(1);
        self.key_conversion.drop_is_set.next = self.keyboard_decoder.drop_two_set.val();
        self.key_conversion.in_list.next = self.scenes.has_list.val() | self.in_name.val();
        self.key_conversion.in_play.next = self.scenes.in_play.val();
        self.action.next = self.key_conversion.action.val();
        self.typed.typed.next = self.keyboard_decoder.typed.val() & !self.is_deaf.val();
        self.typed.repeated.next = self.keyboard_decoder.repeated.val() & !self.is_deaf.val();
        self.typed.key.next = self.keyboard_decoder.typed_key.val();
        // Codes from 80 on are those of pads, prefixes and answers, and of F7.
        self.touched.next = self.acts.val()
            | (self.typed.typed.val() & !self.keyboard_decoder.typed_key.val().get_bit(7));
        self.typed.acts.next =
            self.keyboard_decoder.pressed.val() | self.keyboard_decoder.repeated.val();
        self.typed.action.next = self.key_conversion.action.val();
        // The actions of play are those without bit 4.
        self.key.pressed.next = self.acts.val() & !self.key_conversion.action.val().get_bit(4);
        self.key.player.next = self.key_conversion.player.val();
        self.key.action.next = self.key_conversion.action.val().get_bits::<4>(0);
        if self.scenes.is_recorded.val() {
            self.key.pressed.next = self.recorded_game.presses.val();
            self.key.player.next = false;
            self.key.action.next = bit_cast::<4, 3>(self.recorded_game.action.val());
        }
        self.recorded_game.on_title.next = self.scenes.on_title.val();
        self.recorded_game.is_recorded.next = self.scenes.is_recorded.val();
        self.recorded_game.in_play.next = self.scenes.in_play.val();
        self.recorded_game.pressed.next = self.touched.val();
        self.recorded_game.tick.next = self.tick.val();
        self.advances.next = self.recorded_game.advances.val();
        HeldDirectionsSource::link(&mut self.directions, &mut self.keyboard_decoder.directions);
        self.restart_key.held.next = self.keyboard_decoder.long_held.val();
        self.restart_key.allowed.next = self.scenes.may_restart.val();
        self.restart_key.tick.next = self.tick.val();
        self.restarts.next = self.restart_key.restarts.val();
    }
}

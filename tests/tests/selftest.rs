//! The self-test on the devices that a board may have: what a person in front of the board sees and
//! hears.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_bench::{peek, poke, tick, Bench};
use gatefall_devices::flash::SpiFlash;
use gatefall_devices::{
    DeviceBench, Key, LedMatrixSize, PanelGeometry, Picture, Running, WireFault,
};
use gatefall_games::selftest::led_walk::{COLUMNS, PALETTE, ROWS};
use gatefall_games::selftest::{text, GAME};
use gatefall_netlist::PortDirection;

const CLOCK_HZ: u64 = GAME.clock.preferred_hz;
const MS: u64 = CLOCK_HZ / 1000;
/// A step of the test, and a little more: 16 slots of 1/120 s.
const STEP: u64 = 134 * MS;
const PANEL: PanelGeometry = PanelGeometry {
    column_offset: 0,
    row_offset: 0,
    is_turned: true,
    is_blue_first: true,
};

/// The circuit with only those outputs whose name begins like this, and those to flash and pads.
fn start(kept: &[&str]) -> Running {
    let block = (GAME.build)(&GAME.params()).unwrap();
    let mut circuit = gatefall_bench::netlist(block.as_ref(), GAME.name);
    let top = &mut circuit.modules[circuit.top];
    let nets = &top.nets;
    top.ports.retain(|port| {
        let name = &nets[port.net].name;
        port.direction == PortDirection::Input
            || name.starts_with("flash_")
            || name.starts_with("gamepad_")
            || kept.iter().any(|kept| name.starts_with(kept))
    });
    let bench = DeviceBench::new(&circuit, &[]).unwrap();
    let bench = bench.with_panel(PANEL).with_matrix(LedMatrixSize {
        columns: COLUMNS.into(),
        rows: ROWS.into(),
    });
    Running::start(bench, CLOCK_HZ).unwrap()
}

/// A picture of 160 x 128 points in a picture of the monitor.
struct Screen {
    picture: Picture,
    left: usize,
    top: usize,
    scale: usize,
}

impl Screen {
    fn vga(running: &mut Running) -> Screen {
        running.run_to_picture(u64::MAX).unwrap();
        running.run_to_picture(u64::MAX).unwrap();
        Screen {
            picture: running.picture().unwrap(),
            left: 0,
            top: 0,
            scale: 4,
        }
    }

    /// The LCD in the middle of the picture.
    fn lcd(running: &mut Running) -> Screen {
        running.run(100 * MS).unwrap();
        Screen {
            picture: running.picture().unwrap(),
            left: 80,
            top: 48,
            scale: 3,
        }
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = 3 * (y * self.picture.width() + x);
        [0, 1, 2].map(|channel| self.picture.rgb()[at + channel])
    }

    /// Centre of a point.
    fn point(&self, x: usize, y: usize) -> [u8; 3] {
        let middle = self.scale / 2;
        self.pixel(
            self.left + self.scale * x + middle,
            self.top + self.scale * y + middle,
        )
    }

    /// A row of text. The name of a pressed button has a `!` before it.
    fn text(&self, row: usize) -> String {
        let dots = text::dots();
        let known: Vec<(char, &[u8])> = text::CHARACTERS.chars().zip(dots.chunks(8)).collect();
        // The last line of points may belong to the frame of an LCD.
        let line = |column: usize, y: usize| {
            (0..8).fold(0_u8, |line, x| {
                let (x, y) = (8 * column + x, 96 + 8 * row + y);
                line << 1 | u8::from(self.point(x, y)[1] > 127)
            })
        };
        let name = |drawing: &[u8]| {
            let mut known = known.iter();
            let found = known.find(|(_, dots)| dots[..7] == drawing[..7]);
            found.map(|(character, _)| *character)
        };
        let mut text = String::new();
        for column in 0..text::COLUMNS {
            let mask = match column {
                0 => 0x7F,
                19 => 0xFE,
                _ => 0xFF,
            };
            let drawing: Vec<u8> = (0..8).map(|y| line(column, y) & mask).collect();
            let inverted: Vec<u8> = drawing.iter().map(|line| !line & mask).collect();
            match (name(&drawing), name(&inverted)) {
                (Some(character), _) => text.push(character),
                (None, Some(character)) => text.extend(['!', character]),
                (None, None) => text.push('?'),
            }
        }
        text.trim_end().to_owned()
    }

    fn bars(&self, y: usize) -> Vec<[u8; 3]> {
        (0..8).map(|bar| self.point(20 * bar + 10, y)).collect()
    }
}

const BARS: [[u8; 3]; 8] = [
    [255, 255, 255],
    [255, 255, 0],
    [0, 255, 255],
    [0, 255, 0],
    [255, 0, 255],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 0],
];

fn key(name: &str) -> Key {
    Key::named(name).unwrap()
}

#[test]
fn the_monitor_shows_bars_keys_errors_flash_pads_and_buttons() {
    let mut running = start(&["vga_"]);
    let screen = Screen::vga(&mut running);
    assert_eq!(screen.bars(30), BARS);
    let white = [255; 3];
    assert!((0..640).all(|x| [screen.pixel(x, 0), screen.pixel(x, 479)] == [white; 2]));
    assert!((0..480).all(|y| [screen.pixel(0, y), screen.pixel(639, y)] == [white; 2]));
    assert_eq!(
        [screen.pixel(638, 300), screen.pixel(320, 478)],
        [[0, 255, 0], [0; 3]]
    );
    assert_eq!(screen.text(0), "KEYS 00000000 BAD 00");
    assert_eq!(screen.text(2), "UDLRCAB12 BUTTONS");

    running.press(key("A"));
    running.run(20 * MS).unwrap();
    assert_eq!(Screen::vga(&mut running).text(0), "KEYS 0000001C BAD 00");
    running.release(key("A"));
    running.run(20 * MS).unwrap();
    assert_eq!(Screen::vga(&mut running).text(0), "KEYS 001CF01C BAD 00");
    running.send(0x5A, Some(WireFault::Parity));
    running.send(0x29, None);
    running.run(20 * MS).unwrap();
    assert_eq!(Screen::vga(&mut running).text(0), "KEYS 1CF01C29 BAD 01");
    for (button, shown) in [
        ("pad1_b", "KEYS F01C2990 BAD 01"),
        ("pad2_r", "KEYS 1C2990BB BAD 01"),
    ] {
        running.set_button(button, true).unwrap();
        running.run(20 * MS).unwrap();
        running.set_button(button, false).unwrap();
        running.run(20 * MS).unwrap();
        assert_eq!(Screen::vga(&mut running).text(0), shown);
    }

    for count in [0x5A, 0xA5] {
        let errors = "selftest.key_log.error_count";
        running.machine().poke(errors, count).unwrap();
        let shown = format!("KEYS 1C2990BB BAD {count:X}");
        assert_eq!(Screen::vga(&mut running).text(0), shown);
    }

    for (button, shown) in [
        ("button_up", "!UDLRCAB12 BUTTONS"),
        ("button_left", "UD!LRCAB12 BUTTONS"),
        ("button_m2", "UDLRCAB1!2 BUTTONS"),
    ] {
        running.set_button(button, true).unwrap();
        running.run(20 * MS).unwrap();
        assert_eq!(Screen::vga(&mut running).text(2), shown);
        running.set_button(button, false).unwrap();
        running.run(20 * MS).unwrap();
    }
    assert_eq!(Screen::vga(&mut running).text(2), "UDLRCAB12 BUTTONS");
    assert!(running.fault().is_none());
}

#[test]
fn the_flash_is_woken_and_its_id_is_shown() {
    let mut running = start(&["vga_"]);
    assert_eq!(Screen::vga(&mut running).text(1), "FLASH EF4016 SAVE 00");
    running.set_flash_id(0xC2_2018).unwrap();
    running.run(STEP).unwrap();
    assert_eq!(Screen::vga(&mut running).text(1), "FLASH C22018 SAVE 00");
    assert!(running.fault().is_none(), "{:?}", running.fault());
}

#[test]
fn key_s_and_two_buttons_save_unless_the_flash_is_another_one() {
    let mut running = start(&["vga_"]);
    let save = |running: &mut Running| {
        running.press(key("S"));
        // The key repeats after half a second.
        running.run(800 * MS).unwrap();
        let shown = Screen::vga(running).text(1);
        running.release(key("S"));
        running.run(2 * STEP).unwrap();
        assert_eq!(
            Screen::vga(running).text(1),
            shown,
            "a release saves nothing"
        );
        shown
    };
    for shown in ["FLASH EF4016 SAVE 01", "FLASH EF4016 SAVE 02"] {
        assert_eq!(save(&mut running), shown);
    }
    let pattern: Vec<u8> = (1..=255).flat_map(|pair: u8| [!pair, pair]).collect();
    let flash = running.flash().unwrap();
    assert!(flash.windows(pattern.len()).any(|bytes| bytes == pattern));
    for (button, shown) in [
        ("button_centre", "FLASH EF4016 SAVE 03"),
        ("button_a", "FLASH EF4016 SAVE 04"),
    ] {
        running.set_button(button, true).unwrap();
        running.run(20 * MS).unwrap();
        running.set_button(button, false).unwrap();
        running.run(3 * STEP).unwrap();
        assert_eq!(Screen::vga(&mut running).text(1), shown);
    }
    running.set_flash_id(0xEF_4015).unwrap();
    running.run(STEP).unwrap();
    assert_eq!(save(&mut running), "FLASH EF4015 SAVE 00");
    running.set_flash_id(0xEF_4016).unwrap();
    running.run(2 * STEP).unwrap();
    assert_eq!(Screen::vga(&mut running).text(1), "FLASH EF4016 SAVE 04");
    let machine = running.machine();
    let count = machine.matching("*flash.count").unwrap().remove(0);
    machine.poke(&*count, 0xA7).unwrap();
    assert_eq!(Screen::vga(&mut running).text(1), "FLASH EF4016 SAVE A7");
    assert!(running.fault().is_none(), "{:?}", running.fault());
}

#[test]
fn the_lcd_shows_bars_and_buttons() {
    let mut running = start(&["lcd_"]);
    running.run(1500 * MS).unwrap();
    let screen = Screen::lcd(&mut running);
    assert_eq!(screen.bars(30), BARS);
    assert_eq!(screen.text(1), "FLASH EF4016 SAVE 00");
    assert_eq!(screen.text(2), "UDLRCAB12 BUTTONS");
    assert_eq!(screen.text(3), "GATEFALL SELF TEST");
    let white = [255; 3];
    assert!((0..160).all(|x| [screen.point(x, 0), screen.point(x, 127)] == [white; 2]));
    assert!((0..128).all(|y| [screen.point(0, y), screen.point(159, y)] == [white; 2]));
    running.set_button("button_a", true).unwrap();
    assert_eq!(Screen::lcd(&mut running).text(2), "UDLRC!AB12 BUTTONS");
    assert!(running.fault().is_none(), "{:?}", running.fault());
}

/// Colours of the LEDs of the chain at full brightness, or dark, in the order of the chain.
fn leds(running: &mut Running) -> Vec<u32> {
    running.light().unwrap();
    running.run(20 * MS).unwrap();
    let leds = running.light().unwrap().leds;
    leds.into_iter()
        .map(|led| {
            led.into_iter().fold(0, |colour, level| {
                assert!([0, 31, 32].contains(&level), "{led:?}");
                colour << 8 | if level > 0 { 0xFF } else { 0 }
            })
        })
        .collect()
}

#[test]
fn the_leds_of_a_chain_light_one_after_the_other_in_each_colour() {
    let mut running = start(&["led_data"]);
    // 30 LEDs in a second.
    let second = 1000 * MS;
    running.run(second).unwrap();
    let shown = leds(&mut running);
    let lit = shown.iter().take_while(|led| **led == PALETTE[1]).count();
    assert!((29..=33).contains(&lit), "{lit}");
    assert!(shown[lit..].iter().all(|led| *led == 0));
    assert_eq!(shown.len(), 70);
    running.set_button("button_right", true).unwrap();
    let shown = leds(&mut running);
    assert_eq!([shown[2], shown[3], shown[4]], [PALETTE[1], 0, PALETTE[1]]);
    running.set_button("button_right", false).unwrap();
    // 70 LEDs for each colour.
    for colour in [2, 3, 4, 1] {
        running.run(70 * second / 30).unwrap();
        assert_eq!(leds(&mut running)[0], PALETTE[colour]);
    }
    assert!(running.fault().is_none());
}

#[test]
fn the_rows_of_leds_show_both_colours_and_their_mixture() {
    let mut running = start(&["row_"]);
    let mut colours = vec![];
    for _ in 0..4 {
        running.run(1167 * MS).unwrap();
        running.light().unwrap();
        running.run(20 * MS).unwrap();
        let leds = running.light().unwrap().leds;
        let lit = leds.iter().filter(|led| **led != [0; 3]).count();
        assert!(leds[..lit].iter().all(|led| *led == leds[0]) && lit > 30);
        colours.push(leds[0]);
        running.run(1147 * MS).unwrap();
    }
    // The third colour is the first one again.
    let (amber, blue, both) = ([255, 170, 20], [40, 90, 255], [230, 190, 255]);
    assert_eq!(colours, [amber, blue, amber, both]);
}

#[test]
fn the_digits_show_each_segment_and_then_the_flash_id() {
    let mut running = start(&["segments", "digits"]);
    let mut lit_alone = vec![];
    for _ in 0..32 {
        running.run(MS).unwrap();
        running.light().unwrap();
        running.run(STEP - 20 * MS).unwrap();
        let segments = running.light().unwrap().segments;
        let lit: Vec<usize> = (0..32).filter(|&segment| segments[segment]).collect();
        lit_alone.push(lit);
        running
            .run(400 * CLOCK_HZ / 3000 - (STEP - 19 * MS))
            .unwrap();
    }
    assert_eq!(
        lit_alone,
        (0..32).map(|segment| vec![segment]).collect::<Vec<_>>()
    );
    // Segments of E, F, 4 and 0.
    running.run(STEP).unwrap();
    running.light().unwrap();
    running.run(50 * MS).unwrap();
    let segments = running.light().unwrap().segments;
    let bytes = segments.chunks(8).map(|digit| {
        let bits = digit.iter().rev();
        bits.fold(0, |bits, lit| bits << 1 | u8::from(*lit))
    });
    assert_eq!(bytes.collect::<Vec<u8>>(), [0x79, 0x71, 0x66, 0x3F]);
}

#[test]
fn the_leds_of_the_board_move_and_follow_the_buttons() {
    let mut running = start(&["leds", "control_led"]);
    let leds = |running: &mut Running| running.machine().peek("selftest.leds").unwrap();
    running.run(STEP / 2).unwrap();
    for step in 0..9 {
        let expected = 0x0101_0101 << (step % 8);
        assert_eq!(leds(&mut running), expected, "step {step}");
        assert_eq!(running.light().unwrap().control_led, step % 8 < 4);
        running.run(400 * CLOCK_HZ / 3000).unwrap();
    }
    running.set_button("button_down", true).unwrap();
    running.run(20 * MS).unwrap();
    // The LED of the next step, and that of the button.
    running.run(400 * CLOCK_HZ / 3000).unwrap();
    assert_eq!(leds(&mut running), 0x0404_0404 | 0x0202_0202);
    assert!(!running.light().unwrap().control_led);
}

/// Frequency of the sound in the next tenth of a second, or 0.
fn hertz(running: &mut Running) -> u64 {
    running.take_samples();
    running.run(100 * MS).unwrap();
    let samples = running.take_samples();
    // The upper half of a period is pulses.
    let edges = samples
        .windows(2)
        .filter(|pair| pair[0] == 0 && pair[1] > 0);
    10 * edges.count() as u64
}

fn assert_near(hertz: u64, expected: u64) {
    assert!(hertz.abs_diff(expected) <= 10, "{hertz} Hz, not {expected}");
}

#[test]
fn a_scale_at_the_start_then_a_tone_for_each_key_and_button() {
    let mut running = start(&["audio"]);
    // Notes have 125 ms; the first begins with the first slot.
    running.run(18 * MS).unwrap();
    for expected in [440, 494, 554, 587, 659, 740, 831, 880] {
        let heard = hertz(&mut running);
        assert_near(heard, expected);
        running.run(25 * MS).unwrap();
    }
    running.run(50 * MS).unwrap();
    assert_eq!(hertz(&mut running), 0);
    running.set_button("button_centre", true).unwrap();
    running.run(10 * MS).unwrap();
    assert_near(hertz(&mut running), 440);
    running.run(50 * MS).unwrap();
    assert_eq!(hertz(&mut running), 0);
    running.send(0x1C, None);
    running.run(5 * MS).unwrap();
    assert_near(hertz(&mut running), 440);
    running.run(50 * MS).unwrap();
    running.send(0x1C, Some(WireFault::Stop));
    running.run(5 * MS).unwrap();
    assert_near(hertz(&mut running), 220);
}

/// Sends a byte to the chip, then reads so many.
fn command(uut: &mut Bench<SpiFlash>, byte: u8, answers: usize) -> u32 {
    poke!(uut.flash_cs = false);
    let mut answer = 0;
    for bit in 0..8 * (1 + answers) {
        poke!(uut.flash_mosi = bit < 8 && byte << bit & 0x80 != 0);
        for level in [false, true] {
            poke!(uut.flash_clock = level);
            for _ in 0..4 {
                tick!(uut);
            }
        }
        if bit >= 8 {
            answer = answer << 1 | u32::from(peek!(uut.flash_miso));
        }
    }
    poke!(uut.flash_clock = false);
    tick!(uut);
    poke!(uut.flash_cs = true);
    for _ in 0..4 {
        tick!(uut);
    }
    answer
}

/// The model has to be right for the tests above to mean something.
#[test]
fn the_model_of_the_flash_answers_only_when_it_is_awake() {
    let mut uut = Bench::new(SpiFlash::default());
    poke!(uut.flash_cs = true);
    poke!(uut.id = 0xEF_4016.into());
    tick!(uut);
    assert_eq!(command(&mut uut, 0x9F, 3), 0xFF_FFFF);
    command(&mut uut, 0xAB, 0);
    assert_eq!(command(&mut uut, 0x9F, 3), 0xFF_FFFF);
    for _ in 0..900 {
        tick!(uut);
    }
    assert_eq!(command(&mut uut, 0x90, 3), 0xFF_FFFF);
    assert_eq!(command(&mut uut, 0x9F, 3), 0xEF_4016);
    poke!(uut.id = 0x01_2345.into());
    assert_eq!(command(&mut uut, 0x9F, 3), 0x01_2345);
}

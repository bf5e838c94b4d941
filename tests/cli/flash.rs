//! Tests of `flash` with stand-ins for the programmers.

use crate::sandbox::{Outcome, Sandbox};
use std::fs;

const BITSTREAM: &str = "build/alchitry-cu/matrix/matrix.bin";

/// A stand-in that writes a complete bitstream. `width` is the width of the chip's memory minus 1,
/// as two octal bytes.
pub fn icepack(width: &str) -> String {
    format!(
        r#"printf '\377\000\000\377\176\252\231\176\142{width}\162\000\020\001\001' > "$2"
/usr/bin/head -c 2000 /dev/zero | /usr/bin/head -c $((({octal} + 1) * 2 + 2)) >> "$2"
printf '\001\006\000' >> "$2""#,
        octal = format_args!("0{}", width.replace("\\", "").trim_start_matches('0'))
    )
}

/// The width of an 8k chip: 872 columns.
pub const WIDTH_8K: &str = "\\003\\147";

/// A sandbox with a build of matrix, and a programmer that records its arguments.
fn built() -> Sandbox {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("icepack", &icepack(WIDTH_8K));
    assert_eq!(sandbox.build().code, 0);
    sandbox.stand_in("iceprog", "echo \"$@\" >> calls");
    sandbox
}

fn flash(sandbox: &Sandbox) -> Outcome {
    sandbox.run("flash matrix --board alchitry-cu")
}

#[test]
fn the_programmer_looks_for_the_board_and_then_writes() {
    let sandbox = built();
    let outcome = flash(&sandbox);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(sandbox.read("calls"), format!("-t\n{BITSTREAM}\n"));
    insta::assert_snapshot!(
        format!("{}{}", outcome.err, outcome.out),
        @r"
    look for the board with iceprog ... ok
    write the flash with iceprog ... ok
    iceprog wrote build/alchitry-cu/matrix/matrix.bin into the Alchitry Cu (V1), and read it back
    "
    );
}

#[test]
fn the_next_programmer_stands_in_for_one_that_is_not_there() {
    let sandbox = built();
    fs::remove_file(sandbox.path("bin/iceprog")).unwrap();
    sandbox.stand_in("openFPGALoader", "echo \"$@\" >> calls");
    assert_eq!(flash(&sandbox).code, 0);
    let calls = sandbox.read("calls");
    let expected = format!("-b ice40_generic --detect\n-b ice40_generic -f --verify {BITSTREAM}\n");
    assert_eq!(calls, expected);
}

#[test]
fn a_failure_that_the_programmer_only_prints_is_a_failure() {
    let sandbox = built();
    fs::remove_file(sandbox.path("bin/iceprog")).unwrap();
    let board = sandbox.read("boards/alchitry-cu.toml");
    let usb = "usb = \"0403:6010\"";
    let board = board.replace(usb, &format!("{usb}, sram = true"));
    sandbox.write("boards/alchitry-cu.toml", &board);
    for words in [
        "Verification failed at 0",
        "Failed to read flash",
        "Fail",
        "Wait for CDONE FAIL",
    ] {
        let script = format!("case \"$*\" in *.bin) echo 'Writing: Done'; echo '{words}' ;; esac");
        sandbox.stand_in("openFPGALoader", &script);
        for option in ["", " --sram"] {
            let outcome = sandbox.run(&format!("flash matrix --board alchitry-cu{option}"));
            assert_eq!((outcome.code, outcome.out.as_str()), (1, ""), "{words}");
            let failed = "openFPGALoader failed with `";
            assert!(outcome.err.contains(failed), "{}", outcome.err);
            assert!(outcome.err.contains(words), "{}", outcome.err);
        }
    }
}

/// Runs a flash that must not write. Returns exit code and message.
fn refused(sandbox: &Sandbox) -> String {
    let outcome = flash(sandbox);
    let calls = fs::read_to_string(sandbox.path("calls")).unwrap_or_default();
    assert!(!calls.contains(".bin"), "{calls}");
    assert_eq!(outcome.out, "");
    format!("exit {}\n{}", outcome.code, outcome.err)
}

#[test]
fn without_a_programmer_those_that_would_do_are_named() {
    let sandbox = built();
    fs::remove_file(sandbox.path("bin/iceprog")).unwrap();
    insta::assert_snapshot!(refused(&sandbox), @r"
    exit 1
      × nothing on PATH writes bitstreams into the Alchitry Cu (V1)
      help: install iceprog (on Debian: apt install fpga-icestorm), or openFPGALoader (on Debian: apt install openfpgaloader)
    ");
}

#[test]
fn without_a_build_the_command_that_makes_it_is_named() {
    let sandbox = Sandbox::new();
    insta::assert_snapshot!(refused(&sandbox), @r"
    exit 2
      × there is no bitstream `build/alchitry-cu/matrix/matrix.bin`
      help: `gatefall build matrix --board alchitry-cu` makes it
    ");
}

#[test]
fn without_a_board_nothing_is_written() {
    let sandbox = built();
    sandbox.stand_in("iceprog", "echo \"Can't find iCE FTDI USB device\"; exit 2");
    insta::assert_snapshot!(refused(&sandbox));
}

#[test]
fn a_bitstream_that_is_cut_short_is_refused() {
    let sandbox = built();
    let whole = fs::read(sandbox.path(BITSTREAM)).unwrap();
    fs::write(sandbox.path(BITSTREAM), &whole[..1000]).unwrap();
    insta::assert_snapshot!(refused(&sandbox), @r"
    exit 1
      × `build/alchitry-cu/matrix/matrix.bin` is not for this board: it ends after 1000 bytes, before the command that starts the design
      help: build it again
    ");
}

#[test]
fn a_bitstream_for_another_chip_is_refused() {
    let sandbox = Sandbox::with_tools();
    // The width of a 1k chip: 332 columns.
    sandbox.stand_in("icepack", &icepack("\\001\\113"));
    assert_eq!(sandbox.build().code, 0);
    sandbox.stand_in("iceprog", "echo \"$@\" >> calls");
    insta::assert_snapshot!(refused(&sandbox), @r"
    exit 1
      × `build/alchitry-cu/matrix/matrix.bin` is not for this board: it is for a chip of 1k, and the Alchitry Cu (V1) has one of 8k
      help: build it again
    ");
}

#[test]
fn a_bitstream_that_its_report_does_not_know_is_refused() {
    let sandbox = built();
    let mut bitstream = fs::read(sandbox.path(BITSTREAM)).unwrap();
    bitstream[500] = 1;
    fs::write(sandbox.path(BITSTREAM), bitstream).unwrap();
    let message = refused(&sandbox);
    assert!(
        message.contains("it is not what its report.json speaks of"),
        "{message}"
    );
}

#[test]
fn a_bitstream_for_other_pins_or_another_setup_is_refused() {
    let sandbox = built();
    let board = sandbox.read("boards/alchitry-cu.toml");
    let other_pins = board.replace("pull-up = true", "pull-up = false");
    let other_setup = board.replace("name = \"io\"", "name = \"bench\"");
    for changed in [other_pins, other_setup] {
        assert_ne!(changed, board);
        sandbox.write("boards/alchitry-cu.toml", &changed);
        insta::allow_duplicates! {
            insta::assert_snapshot!(refused(&sandbox), @r"
            exit 2
              × `build/alchitry-cu/matrix/matrix.pcf` is not of the present circuit and pins
              help: build it again
            ");
        }
    }
    sandbox.write("boards/alchitry-cu.toml", &board);
    assert_eq!(flash(&sandbox).code, 0);
}

#[test]
fn a_programmer_that_dies_half_way_is_a_failure() {
    let sandbox = built();
    let script = "[ \"$1\" = -t ] && exit 0; echo 'programming..'; kill -9 $$";
    sandbox.stand_in("iceprog", script);
    let outcome = flash(&sandbox);
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.err);
}

#[test]
fn a_log_that_cannot_be_written_is_no_missing_board() {
    let sandbox = built();
    fs::create_dir(sandbox.path("build/alchitry-cu/matrix/iceprog.log")).unwrap();
    insta::assert_snapshot!(
        refused(&sandbox),
        @r"
    exit 1
    look for the board with iceprog ... failed
      × cannot write `build/alchitry-cu/matrix/iceprog.log`: Is a directory (os error 21)
    "
    );
}

#[test]
fn the_fpga_itself_is_loaded_only_where_that_can_be() {
    let sandbox = built();
    let outcome = sandbox.run("flash matrix --board alchitry-cu --sram");
    assert_eq!(outcome.code, 2);
    insta::assert_snapshot!(outcome.err, @r"
      × `alchitry-cu` cannot load the FPGA past the flash
      help: leave out --sram
    ");
    let board = sandbox.read("boards/alchitry-cu.toml");
    sandbox.write(
        "boards/alchitry-cu.toml",
        &board.replace("usb = \"0403:6010\"", "usb = \"0403:6010\", sram = true"),
    );
    let outcome = sandbox.run("flash matrix --board alchitry-cu --sram");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(sandbox.read("calls"), format!("-t\n-S {BITSTREAM}\n"));
}

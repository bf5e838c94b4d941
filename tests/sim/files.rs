//! Tests that `gatefall sim` never overwrites files of the user, and that a run can be repeated.

use super::{has_leftovers, Desk};
use gatefall_tests::contents;
use std::fs;
use std::process::{Command, Stdio};

const ALL: &str = "sim arcade --for 40ms --png pictures --gif a.gif --wav a.wav --wave a.vcd \
     --signals arcade.game_engine.play.fall.st?te";

#[track_caller]
fn well(desk: &Desk, words: &str) {
    let outcome = desk.run(words);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
}

#[track_caller]
fn stops(desk: &Desk, words: &str, message: &str) {
    let before = contents(&desk.path("."));
    let outcome = desk.run(words);
    assert_eq!((outcome.err.as_str(), outcome.code), (message, 2));
    assert_eq!(contents(&desk.path(".")), before);
}

/// Options and files of a run that writes one of each kind.
const OUTPUTS: [(&str, &str); 4] = [
    ("--gif", "a.gif"),
    ("--wav", "a.wav"),
    ("--trace", "a.jsonl"),
    ("--wave", "a.vcd"),
];

#[test]
fn every_output_stops_at_a_file_of_the_user() {
    let desk = Desk::new();
    let one = |option, name| format!("sim handheld --for 1ms --png pictures {option} {name}");
    for (option, name) in OUTPUTS.into_iter().chain([("--wave", "a.fst")]) {
        fs::write(desk.path(name), "mine").unwrap();
        let message = format!(
            "  × `{name}` is there already, and gatefall did not write it
  help: choose another name, or add `--force` to replace it\n"
        );
        stops(&desk, &one(option, name), &message);
    }
    let all = OUTPUTS.map(|(option, name)| format!(" {option} {name}"));
    let all = format!("sim handheld --for 1ms --signals *.state{}", all.concat());
    well(&desk, &format!("{all} --force"));
    for (_, name) in OUTPUTS {
        assert_ne!(fs::read(desk.path(name)).unwrap(), b"mine");
    }
    // Now they are files of gatefall, also if the run writes other contents.
    well(&desk, &all);
    well(&desk, &all.replace("1ms", "2ms"));
    for (option, name) in OUTPUTS {
        fs::write(desk.path(name), "mine").unwrap();
        let message = format!(
            "  × `{name}` was changed since gatefall wrote it
  help: choose another name, or add `--force` to replace it\n"
        );
        stops(&desk, &one(option, name), &message);
    }
}

#[test]
fn pictures_stop_at_a_picture_of_the_user() {
    let desk = Desk::new();
    let run = "sim arcade --frames 3 --png pictures";
    fs::create_dir(desk.path("pictures")).unwrap();
    for name in ["000001.png", "123456.png", "photo.png"] {
        fs::write(desk.path("pictures").join(name), "mine").unwrap();
    }
    let message = "  × `pictures/000001.png` is there already, and gatefall did not write it; \
                   the same holds for 1 more
  help: choose another folder, or add `--force` to replace it\n";
    let before = contents(&desk.path("pictures"));
    stops(&desk, run, message);
    assert_eq!(contents(&desk.path("pictures")), before);
    well(&desk, &format!("{run} --force"));
    let after = contents(&desk.path("pictures"));
    assert_ne!(after["000001.png"], b"mine");
    // This run writes no picture with these names.
    assert_eq!(
        (&after["123456.png"], &after["photo.png"]),
        (&b"mine".to_vec(), &b"mine".to_vec())
    );
}

#[test]
fn pictures_of_an_earlier_run_go_and_others_stay() {
    let desk = Desk::new();
    fs::create_dir(desk.path("pictures")).unwrap();
    fs::write(desk.path("pictures/photo.png"), "mine").unwrap();
    well(&desk, "sim matrix --for 2s --png pictures");
    let long = contents(&desk.path("pictures"));
    well(&desk, "sim matrix --for 1s --png pictures");
    let short = contents(&desk.path("pictures"));
    // The manifest and the photo exist both times.
    assert!(short.len() > 3 && short.len() < long.len());
    assert_eq!(short["photo.png"], b"mine");
    well(&desk, "sim matrix --for 2s --png pictures");
    assert_eq!(contents(&desk.path("pictures")), long);
    // A picture that was changed is a file of the user.
    let last = long.keys().rfind(|name| name.starts_with('0')).unwrap();
    let path = format!("pictures/{last}");
    fs::write(desk.path(&path), "mine").unwrap();
    let message = format!(
        "  × `{path}` was changed since gatefall wrote it
  help: choose another folder, or add `--force` to replace it\n"
    );
    stops(&desk, "sim matrix --for 1s --png pictures", &message);
    assert_eq!(fs::read(desk.path(&path)).unwrap(), b"mine");
}

#[test]
fn a_project_remembers_what_was_written_in_its_build_folder() {
    let desk = Desk::new();
    for folder in ["boards", "mine"] {
        fs::create_dir(desk.path(folder)).unwrap();
    }
    let run = "sim matrix --for 1ms --wav mine/a.wav";
    well(&desk, run);
    assert_eq!(contents(&desk.path("mine")).len(), 1);
    assert!(desk.path("build/gatefall-manifest.sha256").is_file());
    well(&desk, run);
    // If the folder cannot hold the record, it is written beside the file.
    fs::remove_dir_all(desk.path("build")).unwrap();
    fs::write(desk.path("build"), "mine").unwrap();
    let outcome = desk.run(&run.replace("a.wav", "b.wav"));
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    well(&desk, &run.replace("a.wav", "b.wav"));
    assert_eq!(desk.run(run).code, 2);
}

#[test]
fn a_folder_in_the_place_of_a_file_is_told() {
    let desk = Desk::new();
    fs::create_dir(desk.path("a.gif")).unwrap();
    for force in ["", " --force"] {
        let message = "  × `a.gif` is a folder, but a file is to be written there
  help: choose another place\n";
        stops(
            &desk,
            &format!("sim arcade --for 1ms --gif a.gif{force}"),
            message,
        );
    }
}

#[test]
fn runs_into_one_file_at_the_same_time_all_succeed() {
    let desk = Desk::new();
    let begin = |duration| {
        Command::new(env!("CARGO_BIN_EXE_gatefall"))
            .current_dir(desk.path("."))
            .args([
                "sim", "matrix", "--for", duration, "--wav", "a.wav", "--png", "pictures",
            ])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let running = ["101ms", "102ms", "103ms"].map(begin);
    for run in running {
        let output = run.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{err}");
    }
    well(&desk, "sim matrix --for 104ms --wav a.wav --png pictures");
    assert!(!has_leftovers(&desk.path(".")) && !has_leftovers(&desk.path("pictures")));
}

#[test]
fn a_run_is_repeated_in_the_same_place() {
    let desk = Desk::new();
    well(&desk, ALL);
    let (first, pictures) = (contents(&desk.path(".")), contents(&desk.path("pictures")));
    well(&desk, ALL);
    assert_eq!(contents(&desk.path(".")), first);
    assert_eq!(contents(&desk.path("pictures")), pictures);
}

#[test]
fn what_a_game_saves_is_there_in_the_next_run() {
    let desk = Desk::new();
    fs::write(desk.path("skin.keys"), "20ms tap F1\n").unwrap();
    well(
        &desk,
        "sim arcade --keys skin.keys --for 200ms --flash saves",
    );
    let saves = fs::read(desk.path("saves")).unwrap();
    assert_eq!(saves.len(), 8192);
    assert!(saves.iter().any(|byte| *byte != 0xFF));
    let skin = |options: &str| desk.skin(options);
    assert_eq!(skin("--flash saves"), Some('1'));
    assert_eq!(fs::read(desk.path("saves")).unwrap(), saves);
    // A replay has the flash at its start.
    let digits: String = saves.iter().map(|byte| format!("{byte:02x}")).collect();
    let (first, second) = digits.split_at(8192);
    let replay = format!("flash 0 {first}\nflash 4096 {second}\n");
    fs::write(desk.path("replay.keys"), replay).unwrap();
    assert_eq!(skin("--keys replay.keys"), Some('1'));
    let message = "  × the replay has a flash, and so has `--flash`
  help: leave out `--flash`: a replay begins with the flash of its recording\n";
    stops(
        &desk,
        "sim arcade --keys replay.keys --flash saves",
        message,
    );
    assert_eq!(fs::read(desk.path("saves")).unwrap(), saves);
    fs::remove_file(desk.path("saves")).unwrap();
    assert_eq!(skin("--flash saves"), Some('0'));
}

#[test]
fn a_file_that_is_no_flash_is_left_alone() {
    let desk = Desk::new();
    fs::write(desk.path("letter"), "mine").unwrap();
    let message = "  × `letter` has 4 bytes and not the 8192 of a flash
  help: name a file that an earlier `--flash` wrote, or one that does not exist\n";
    stops(&desk, "sim arcade --for 1ms --flash letter", message);
    let message = "  × `matrix` saves nothing in a flash
  help: leave out `--flash`, and lines `flash` of a replay; `arcade` and `selftest` have a flash\n";
    stops(&desk, "sim matrix --for 1ms --flash saves", message);
    fs::write(desk.path("replay.keys"), "flash 0 00\n").unwrap();
    stops(&desk, "sim matrix --keys replay.keys", message);
    let message = "  × `--flash` and `--gif` are both `saves`
  help: a file can be only one of them\n";
    stops(
        &desk,
        "sim arcade --for 1ms --flash saves --gif saves",
        message,
    );
    // That is said before the game is played.
    let before = contents(&desk.path("."));
    let outcome = desk.run("sim arcade --for 1ms --flash nowhere/saves --gif a.gif");
    let message = "  × cannot write `nowhere/saves`: No such file or directory";
    assert!(outcome.err.starts_with(message), "{}", outcome.err);
    assert_eq!(outcome.code, 1);
    assert_eq!(contents(&desk.path(".")), before);
}

#[test]
fn a_folder_of_the_user_is_no_part_of_a_site() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("site/.git")).unwrap();
    fs::write(desk.path("site/.gatefall-7.partial"), "of a killed run").unwrap();
    let message = "  × `site/.git` is there already, and gatefall did not write it
  help: choose another folder, or add `--force` to replace it\n";
    stops(&desk, "web --out site", message);
}

#[test]
fn a_sound_that_no_wav_file_holds_is_refused() {
    let desk = Desk::new();
    let message = "  × a WAV file holds at most 12 hours of sound
  help: choose a shorter `--for`, or leave out `--wav`\n";
    for end in ["--for 43201s", "--frames 2600000"] {
        stops(&desk, &format!("sim arcade {end} --wav a.wav"), message);
    }
    assert!(!desk.path("a.wav").exists());
}

#[test]
fn a_start_of_pictures_without_pictures_is_refused() {
    let desk = Desk::new();
    let message = "  × `--from` needs pictures
  help: add `--gif FILE` or `--png DIR`\n";
    stops(&desk, "sim arcade --for 1ms --from 0ms", message);
    let message = "  × `--from` is at 2s, but the run ends at 1s
  help: `--for DURATION` runs longer\n";
    stops(&desk, "sim arcade --for 1s --from 2s --gif a.gif", message);
    assert!(!desk.path("a.gif").exists());
}

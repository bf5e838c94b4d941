use super::*;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;

/// Counts its runs in a file outside of its folder. Copies the input, prints it,
/// and ends with the status that is in it.
const SCRIPT: &str = "echo run >>\"$RUNS\"; cp input copy; cat input; exit $(cat status)";

/// A store, and a count of the runs.
struct Bench {
    store: TempDir,
    count: TempDir,
}

impl Bench {
    fn new() -> Self {
        let [store, count] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        Self { store, count }
    }

    fn runs(&self) -> usize {
        let text = fs::read_to_string(self.count.path().join("runs"));
        text.unwrap_or_default().lines().count()
    }

    /// Runs the script in a new folder, with changes of the run. Returns the folder, too.
    fn run(
        &self,
        input: &str,
        status: &str,
        change: impl Fn(KeptRun) -> Output,
    ) -> (Output, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("input"), input).unwrap();
        fs::write(folder.path().join("status"), status).unwrap();
        let script = SCRIPT.replace("$RUNS", self.count.path().join("runs").to_str().unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(&folder);
        (change(KeptRun::new(&mut command)), folder)
    }

    fn plain(&self, input: &str, status: &str) -> Output {
        let store = Store::new(self.store.path());
        self.run(input, status, |run| run.run_with(&store, 1)).0
    }

    /// The only entry.
    fn entry(&self) -> PathBuf {
        let entries = files_below(self.store.path());
        assert_eq!(entries.len(), 1);
        entries[0].clone()
    }
}

#[test]
fn the_second_run_with_the_same_inputs_repeats_the_results() {
    let bench = Bench::new();
    let store = Store::new(bench.store.path());
    for _ in 0..2 {
        let (output, folder) = bench.run("one", "0", |run| run.run_with(&store, 1));
        assert!(output.status.success());
        assert_eq!(output.stdout, b"one");
        let copy = fs::read_to_string(folder.path().join("copy")).unwrap();
        assert_eq!(copy, "one");
    }
    assert_eq!(bench.runs(), 1);
}

#[test]
fn a_changed_input_is_another_run() {
    let bench = Bench::new();
    assert_eq!(bench.plain("one", "0").stdout, b"one");
    assert_eq!(bench.plain("two", "0").stdout, b"two");
    assert_eq!(bench.runs(), 2);
}

#[test]
fn arguments_variables_and_files_of_others_are_inputs() {
    let other = tempfile::tempdir().unwrap();
    let file = other.path().join("file");
    let keys = |change: fn(&mut Command), content: &str| {
        fs::write(&file, content).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.current_dir(&folder).arg(&file).arg(other.path());
        change(&mut command);
        let run = KeptRun::new(&mut command);
        let argument = run.key(folder.path(), &digests(folder.path()));
        let mut command = Command::new("sh");
        let run = KeptRun::new(&mut command).reads(&file);
        [argument, run.key(folder.path(), &BTreeMap::new())]
    };
    let plain = keys(|_| (), "a");
    // The folders have other names.
    assert_eq!(keys(|_| (), "a"), plain);
    let [argument, read] = keys(|_| (), "b");
    assert_ne!(argument, plain[0]);
    assert_ne!(read, plain[1]);
    let changes: [fn(&mut Command); 2] = [
        |command| {
            command.arg("-x");
        },
        |command| {
            command.env("NAME", "value");
        },
    ];
    for change in changes {
        assert_ne!(keys(change, "a")[0], plain[0]);
    }
}

#[test]
fn another_program_is_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let key = |program: &str, others: &[&str]| {
        let mut command = Command::new(program);
        let run = KeptRun::new(&mut command).starts(others);
        run.key(folder.path(), &BTreeMap::new())
    };
    let keys = [key("sh", &[]), key("cat", &[]), key("sh", &["cat"])];
    assert_eq!(
        keys.iter().collect::<std::collections::BTreeSet<_>>().len(),
        3
    );
    // A program of a test is its file.
    let program = folder.path().join("program");
    let path = program.to_str().unwrap();
    fs::write(&program, "#!/bin/sh\n").unwrap();
    let old = key(path, &[]);
    fs::write(&program, "#!/bin/sh\n\n").unwrap();
    assert_ne!(key(path, &[]), old);
}

#[test]
fn a_failure_is_not_kept() {
    let bench = Bench::new();
    for _ in 0..2 {
        assert_eq!(bench.plain("one", "3").status.code(), Some(3));
    }
    assert_eq!(bench.runs(), 2);
}

#[test]
fn an_expected_failure_is_kept_and_an_unexpected_success_is_not() {
    let bench = Bench::new();
    let store = Store::new(bench.store.path());
    let run = |input: &str, status: &str| {
        let (output, _) = bench.run(input, status, |run| {
            let run = run.keeps(|output| output.stdout == b"fault");
            run.run_with(&store, 1)
        });
        output.status.code()
    };
    assert_eq!([run("fault", "3"), run("fault", "3")], [Some(3); 2]);
    assert_eq!(bench.runs(), 1);
    assert_eq!([run("none", "0"), run("none", "0")], [Some(0); 2]);
    assert_eq!(bench.runs(), 3);
}

#[test]
fn a_damaged_entry_is_ignored_and_replaced() {
    let bench = Bench::new();
    bench.plain("one", "0");
    let whole = fs::read(bench.entry()).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let damaged = [&flipped[..], &whole[..whole.len() - 1], &whole[..10], &[]];
    for (number, bytes) in damaged.into_iter().enumerate() {
        fs::write(bench.entry(), bytes).unwrap();
        assert_eq!(bench.plain("one", "0").stdout, b"one");
        assert_eq!(bench.runs(), number + 2);
        assert!(fs::read(bench.entry()).unwrap() == whole);
    }
}

#[test]
fn two_runs_at_once_do_not_disturb_each_other() {
    let bench = Bench::new();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(bench.plain("one", "0").stdout, b"one"));
        }
    });
    bench.entry();
    let runs = bench.runs();
    assert_eq!(bench.plain("one", "0").stdout, b"one");
    assert_eq!(bench.runs(), runs);
}

#[test]
fn of_many_files_only_the_wanted_one_is_written_again() {
    let bench = Bench::new();
    let store = Store::new(bench.store.path());
    let run = |script: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(&folder);
        let run = KeptRun::new(&mut command).leaves(&["objects/play"]);
        run.run_with(&store, 1);
        folder
    };
    let script = "mkdir objects; echo x >objects/play; chmod +x objects/play; touch other";
    assert!(!run(script).path().join("other").exists());
    let folder = run(script);
    assert!(!folder.path().join("other").exists());
    let program = folder.path().join("objects/play");
    let mode = fs::metadata(program).unwrap().permissions().mode();
    assert_eq!(mode & 0o100, 0o100);
}

#[test]
fn a_run_that_removes_an_input_is_not_kept() {
    let bench = Bench::new();
    let store = Store::new(bench.store.path());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input"), "").unwrap();
    let mut command = Command::new("rm");
    command.arg("input").current_dir(&folder);
    KeptRun::new(&mut command).run_with(&store, 1);
    assert!(files_below(bench.store.path()).is_empty());
}

#[test]
fn an_entry_without_use_is_removed() {
    let bench = Bench::new();
    let store = Store::new(bench.store.path());
    let ages = [("used", 29), ("unused", 31)];
    for (name, days) in ages {
        let file = fs::File::create(bench.store.path().join(name)).unwrap();
        let age = std::time::Duration::from_secs(days * 24 * 3600);
        file.set_modified(std::time::SystemTime::now() - age)
            .unwrap();
    }
    store.remove_unused();
    assert!(bench.entry().ends_with("used"));
}

use nix::sys::resource::{getrusage, UsageWho};
use nix::unistd::{sysconf, SysconfVar};
use std::time::Duration;

/// The seconds of processor time of this process, and of the programs that it has waited for.
///
/// # Panics
/// If the system does not count them.
pub fn processor_seconds() -> u64 {
    let seconds = |who| {
        let usage = getrusage(who).expect("the system counts processor time");
        (usage.user_time() + usage.system_time()).tv_sec()
    };
    let sum = seconds(UsageWho::RUSAGE_SELF) + seconds(UsageWho::RUSAGE_CHILDREN);
    sum.try_into().expect("a time is not negative")
}

/// The processor time of a running program, and of those that it has waited for. `None` on a system
/// without `/proc`.
pub(crate) fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program before them may have any characters.
    let (_, fields) = text.rsplit_once(')')?;
    // User and system time, of itself and of its children.
    let ticks = fields.split_whitespace().skip(11).take(4);
    let ticks = ticks.map(|field| field.parse::<u64>().ok());
    let ticks: u64 = ticks.sum::<Option<u64>>()?;
    let per_second = u64::try_from(sysconf(SysconfVar::CLK_TCK).ok()??).ok()?;
    Some(Duration::from_millis(ticks * 1_000 / per_second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time() {
        if !std::path::Path::new("/proc/self/stat").exists() {
            return;
        }
        let own = || processor_time(std::process::id()).unwrap();
        let before = own();
        while own() < before + Duration::from_millis(20) {}
        assert_eq!(processor_time(0), None);
    }
}

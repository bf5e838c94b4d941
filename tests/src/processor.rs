use nix::sys::resource::{getrusage, UsageWho};

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

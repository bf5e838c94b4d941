//! Process group of a program and its descendants.
//!
//! The only file of this crate that differs between systems. Without Unix there are no groups: only
//! the program itself is killed. The command refuses to run there.

#[cfg(unix)]
use rustix::process::{kill_process_group, test_kill_process_group, Pid, Signal};
use std::io;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// Longest wait for the end of a killed program's descendants. They usually end within
/// milliseconds, but a container may have no init process that reaps them.
#[cfg(unix)]
const GONE: Duration = Duration::from_secs(2);

/// A running program that leads its own process group. Dropping this kills the group, unless the
/// program has already ended.
pub struct ProcessGroup {
    leader: Child,
    has_ended: bool,
}

impl ProcessGroup {
    /// Starts a program as the leader of a new process group.
    pub fn spawn(command: &mut Command) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        command.process_group(0);
        let leader = command.spawn()?;
        Ok(ProcessGroup {
            leader,
            has_ended: false,
        })
    }

    /// The program, for access to its pipes.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Id of the program and of its group.
    pub fn id(&self) -> u32 {
        self.leader.id()
    }

    /// Exit status of the program, if it has ended.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.leader.try_wait()?;
        self.has_ended |= status.is_some();
        Ok(status)
    }

    /// Waits until the program ends.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.leader.wait()?;
        self.has_ended = true;
        Ok(status)
    }

    /// Kills the program.
    #[cfg(not(unix))]
    pub fn kill(&mut self) {
        // An error means that it has ended.
        let _ = self.leader.kill();
        let _ = self.wait();
    }

    /// Kills every process of the group, and waits until all have ended.
    #[cfg(unix)]
    pub fn kill(&mut self) {
        let group = Pid::from_child(&self.leader);
        // An error means that the group has no processes.
        let _ = kill_process_group(group, Signal::KILL);
        let _ = self.wait();
        let start = Instant::now();
        while test_kill_process_group(group).is_ok() && start.elapsed() < GONE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if !self.has_ended {
            self.kill();
        }
    }
}

//! Running a program with hard limits on time and memory.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub struct ProcessLimits {
    /// Wall-clock time, after which the process and all it started are killed.
    pub time: Duration,
    /// Address space in MiB.
    pub memory: u64,
}

/// What became of a process.
#[derive(Clone, Debug)]
pub struct Finished {
    pub status: ExitStatus,
    /// Killed because its time was over.
    pub timed_out: bool,
    pub seconds: f64,
    /// Processor time in seconds, which does not depend on what else the machine does.
    pub processor: f64,
    /// Peak resident memory in MiB, of the process or the largest one it waited for.
    pub memory: f64,
}

/// Runs `command` to its end or its limit, its output going to the two files.
pub fn run(command: &mut Command, limits: ProcessLimits, stdout: &Path, stderr: &Path) -> io::Result<Finished> {
    command.stdin(Stdio::null()).stdout(File::create(stdout)?).stderr(File::create(stderr)?);
    let memory = limits.memory.saturating_mul(1 << 20);
    let processor = limits.time.as_secs() + 5;
    command.process_group(0);
    // SAFETY: the closure runs between fork and exec and calls only functions that are safe there.
    unsafe {
        command.pre_exec(move || {
            limit(libc::RLIMIT_AS, memory)?;
            limit(libc::RLIMIT_CPU, processor)?;
            limit(libc::RLIMIT_CORE, 0)?;
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
    let start = Instant::now();
    let child = command.spawn()?;
    let pid = child.id() as libc::pid_t;
    let ended = (Mutex::new(false), Condvar::new());
    let timed_out = std::thread::scope(|scope| {
        let watchdog = scope.spawn(|| watch(pid, limits.time, &ended));
        let waited = wait_without_reaping(pid);
        *ended.0.lock().expect("no panic while locked") = true;
        ended.1.notify_one();
        let killed = watchdog.join().expect("the watchdog does not panic");
        waited.map(|()| killed)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    // Whatever the process left behind in its group ends with it.
    kill_group(pid);
    let (status, memory, processor) = reap(pid)?;
    Ok(Finished { status, timed_out, seconds, processor, memory })
}

fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: `limit` lives during the call.
    if unsafe { libc::setrlimit(resource, &limit) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Kills the group of `pid` after `time` unless it ended before; tells whether it did.
fn watch(pid: libc::pid_t, time: Duration, ended: &(Mutex<bool>, Condvar)) -> bool {
    let deadline = Instant::now() + time;
    let mut done = ended.0.lock().expect("no panic while locked");
    while !*done {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // Not reaped yet (`wait_without_reaping`), so the number still means this process.
            kill_group(pid);
            return true;
        }
        done = ended.1.wait_timeout(done, left).expect("no panic while locked").0;
    }
    false
}

fn kill_group(pid: libc::pid_t) {
    // SAFETY: no memory is passed.
    unsafe { libc::kill(-pid, libc::SIGKILL) };
}

/// Waits until the process ended and leaves it to be reaped, so that its number is not reused.
fn wait_without_reaping(pid: libc::pid_t) -> io::Result<()> {
    loop {
        // SAFETY: all zeros is a valid `siginfo_t`, and it lives during the call.
        let result = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, libc::WEXITED | libc::WNOWAIT)
        };
        let error = io::Error::last_os_error();
        match result {
            0 => return Ok(()),
            _ if error.kind() == io::ErrorKind::Interrupted => {}
            _ => return Err(error),
        }
    }
}

/// Status, peak memory in MiB, processor seconds.
fn reap(pid: libc::pid_t) -> io::Result<(ExitStatus, f64, f64)> {
    let mut status = 0;
    // SAFETY: all zeros is a valid `rusage`; both live during the call.
    let (result, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &mut status, 0, &mut usage), usage)
    };
    if result != pid {
        return Err(io::Error::last_os_error());
    }
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    // Linux counts in KiB.
    Ok((
        ExitStatus::from_raw(status),
        usage.ru_maxrss as f64 / 1024.0,
        seconds(usage.ru_utime) + seconds(usage.ru_stime),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration) -> (Finished, String) {
        let folder = tempfile::tempdir().expect("a folder for output");
        let (out, err) = (folder.path().join("out"), folder.path().join("err"));
        let limits = ProcessLimits { time, memory: 4096 };
        let outcome = run(Command::new("sh").arg("-c").arg(script), limits, &out, &err).expect("sh runs");
        let text = std::fs::read_to_string(&out).expect("output was written");
        (outcome, text)
    }

    #[test]
    fn exit_code_and_output() {
        let (outcome, text) = shell("echo hello; exit 7", Duration::from_secs(20));
        assert_eq!((outcome.status.code(), outcome.timed_out, text.as_str()), (Some(7), false, "hello\n"));
        assert!(outcome.memory > 0.0);
    }

    #[test]
    fn a_process_that_does_not_end_is_killed_with_its_children() {
        let (outcome, _) = shell("sleep 100 & sleep 100", Duration::from_millis(200));
        assert!(outcome.timed_out);
        assert!(outcome.seconds < 50.0);
    }
}

"""Where a program runs that is made to fail: a home of its own, and a terminal that is played."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time


class Failure(Exception):
    """What must not have happened."""


class Home:
    """A folder in which one run writes everything."""

    # Seconds. A run takes some; what is not over by then hangs.
    patience = 60

    def __init__(self, scenario, rushes):
        self.folder = tempfile.TemporaryDirectory(prefix="rushes-faults-", ignore_cleanup_errors=True)
        self.path, self.rushes = self.folder.name, rushes
        self.variables = {
            "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": self.path,
            "XDG_DATA_HOME": f"{self.path}/data", "XDG_CONFIG_HOME": f"{self.path}/config",
            "XDG_VIDEOS_DIR": f"{self.path}/out", "XDG_RUNTIME_DIR": self.path}
        os.mkdir(f"{self.path}/out")
        self.answer, self.neighbour = scenario.answer, None
        scenario.prepare(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.neighbour:
            self.neighbour.leave()
        self.folder.cleanup()

    def run(self, words, more=None, killed_after=None):
        """The program without a terminal; its exit code, minus the signal that ended it, and what it said."""
        child = subprocess.Popen(
            [self.rushes, *words], env={**self.variables, **(more or {})}, cwd=self.path, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
        if killed_after:
            time.sleep(killed_after)
            child.kill()
        try:
            said, errors = child.communicate(timeout=Home.patience)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise Failure(f"it hangs; it said: {child.communicate()[1].strip()}")
        self.said = said
        return child.returncode, errors

    def play(self, words, keys, more):
        """The program in a terminal, with keys at their times; the terminal must be as before afterwards."""
        return Terminal(self, words, more).play(keys)

    def open_neighbour(self, words):
        """Another recorder, in which nothing fails, until the home goes."""
        self.neighbour = Terminal(self, words, {})
        self.neighbour.wait_until_ready()

    @property
    def results(self):
        return sorted(os.listdir(f"{self.path}/out"))


class Terminal:
    """A pseudo terminal of few words: it answers that it is there, and what it is."""

    def __init__(self, home, words, more):
        self.home = home
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 800, 480))
        self.theirs, self.settings = theirs, termios.tcgetattr(theirs)
        self.text, self.lock = b"", threading.Lock()
        # setsid makes it the controlling terminal.
        self.child = subprocess.Popen(
            ["setsid", "--ctty", home.rushes, *words], env={**home.variables, **more}, cwd=home.path,
            stdin=theirs, stdout=theirs, stderr=theirs)
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        while True:
            try:
                read = os.read(self.ours, 65536)
            except OSError:
                return
            with self.lock:
                self.text += read
            if b"\x1b[c" in read:
                os.write(self.ours, self.home.answer)
            if b"\x1b[5n" in read:
                os.write(self.ours, b"\x1b[0n")

    def ended(self, seconds):
        try:
            self.child.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def wait_until_ready(self):
        start = time.monotonic()
        while b"READY" not in self.text and b"PLAYING" not in self.text and time.monotonic() - start < 15:
            if self.ended(0.05):
                break

    def leave(self):
        self.child.terminate()
        self.child.wait()

    def play(self, keys):
        """Types; a list among the keys is what another program of ours is told to do meanwhile."""
        # Begun before it is ready, it would be on its own time.
        self.wait_until_ready()
        for delay, key in keys:
            if self.ended(delay):
                break
            if isinstance(key, list):
                self.home.run(key)
            else:
                os.write(self.ours, key.encode())
        # A key may have been lost with the fault; the signal cannot be.
        if not self.ended(3):
            self.child.terminate()
        if not self.ended(Home.patience):
            os.killpg(self.child.pid, signal.SIGKILL)
            raise Failure(f"it hangs in its terminal; {self.tail}")
        is_restored = termios.tcgetattr(self.theirs) == self.settings
        # With the last one who has it open gone, the listener comes to the end of what was written; a descriptor that
        # it still read from would be somebody else's.
        os.close(self.theirs)
        self.listener.join(Home.patience)
        if self.listener.is_alive():
            raise Failure("somebody goes on in its terminal after its end")
        os.close(self.ours)
        return self.child.returncode, self.tail, is_restored

    @property
    def tail(self):
        """What stands on the normal screen in the end."""
        with self.lock:
            text = self.text.decode(errors="replace")
        sequences = (r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b_.*?\x1b\\|\x1b[\[(][0-9;?<>=]*[ -/]*[@-~]"
                     r"|\x1b[=>78cM]")
        text = re.sub(sequences, "\n", text)
        return "\n".join(line for line in text.splitlines() if line.startswith("rushes: "))

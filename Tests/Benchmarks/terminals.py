"""Real terminals, each with a keyboard and no screen."""
import os
import pwd
import shutil
import signal
import subprocess
import time

import keyboards


class Terminal:
    """A terminal that runs one program; everything it needs lives in a folder of its own."""

    # When a held key first repeats, and how often then, in seconds: as X and sway come.
    delay, period = 0.66, 0.04

    def __init__(self, folder):
        self.folder, self.processes, self.keyboard = folder, [], None
        self.runtime = os.path.join(folder, "run")
        os.mkdir(self.runtime, 0o700)
        kept = {
            name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        # No graphics card is asked for; multiplexers meet nobody else's servers.
        self.environment = dict(
            kept, HOME=folder, SHELL="/bin/sh", LC_ALL="C.UTF-8", LIBGL_ALWAYS_SOFTWARE="1",
            XDG_RUNTIME_DIR=self.runtime, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder,
            TMUX_TMPDIR=self.runtime, SCREENDIR=os.path.join(self.runtime, "screen"))
        os.mkdir(self.environment["SCREENDIR"], 0o700)

    def start(self, words, **more):
        ends = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **more}
        process = subprocess.Popen(
            words, env=self.environment, cwd=self.folder, start_new_session=True,
            stderr=open(os.path.join(self.folder, "errors"), "a"), **ends)
        self.processes.append(process)
        return process

    def close(self):
        """Ends what is still there."""
        if self.keyboard:
            self.keyboard.close()
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


class InX(Terminal):
    """A terminal on an X server."""

    def open(self, words):
        """Starts the terminal with these words, the program's among them."""
        # Without -noreset the server starts anew when its first client leaves.
        server = self.start(
            ["Xvfb", "-noreset", "-displayfd", "1", "-screen", "0", "1000x700x24"],
            stdout=subprocess.PIPE)
        display = ":" + server.stdout.readline().decode().strip()
        server.stdout.close()
        self.environment["DISPLAY"] = display
        self.keyboard = keyboards.XKeyboard(display)
        self.start(words)


class InSway(Terminal):
    """A terminal in sway, the Wayland compositor."""

    delay = 0.6

    def open(self, words):
        """Starts the terminal with these words, the program's among them."""
        config = os.path.join(self.folder, "sway")
        with open(config, "w") as text:
            text.write("xwayland disable\noutput HEADLESS-1 resolution 1000x700\n")
        self.environment.update(
            WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman")
        self.start(self.harmless() + ["sway", "--config", config])
        name = self.display()
        self.environment["WAYLAND_DISPLAY"] = name
        self.keyboard = keyboards.WaylandKeyboard(os.path.join(self.runtime, name))
        self.start(words)

    def harmless(self):
        """Words that make root nobody: sway refuses root."""
        if os.geteuid():
            return []
        nobody = pwd.getpwnam("nobody")
        os.chmod(self.folder, 0o711)
        os.chown(self.runtime, nobody.pw_uid, nobody.pw_gid)
        return [
            "setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]

    def display(self):
        """The name of the compositor's socket, once it is there."""
        for _ in range(500):
            names = [n for n in os.listdir(self.runtime) if n.startswith("wayland-")]
            if any(name.endswith(".lock") for name in names) and len(names) > 1:
                return min(names, key=len)
            time.sleep(0.02)
        raise OSError("sway does not come")


class OnConsole(Terminal):
    """The Linux console; only a machine of one's own, as the device lab is, has it to spare."""

    delay = 0.25

    def open(self, words):
        """Starts the terminal with these words, the program's among them."""
        self.environment["TERM"] = "linux"
        self.keyboard = keyboards.KernelKeyboard()
        console = open("/dev/tty1", "r+b", buffering=0)
        self.start(["setsid", "--ctty", *words], stdin=console, stdout=console)


XTERM = ["xterm", "-e"]
KITTY = ["kitty", "--config", "NONE"]
FOOT = ["foot", "--config", "/dev/null"]
TMUX = ["tmux", "-f", "/dev/null", "-L", "bench", "new"]
SCREEN = ["screen", "-c", "/dev/null", "-S", "bench"]

# Each by its name: where it runs, and the words in front of the program's.
TERMINALS = {
    "kitty": (InX, KITTY),
    "foot": (InSway, FOOT),
    "xterm": (InX, XTERM),
    "tmux in kitty": (InX, KITTY + TMUX),
    "screen in kitty": (InX, KITTY + SCREEN),
    "tmux in xterm": (InX, XTERM + TMUX),
    "console": (OnConsole, []),
}


def missing(name):
    """The program that is not installed; None when all are."""
    place, words = TERMINALS[name]
    needed = {InX: ["Xvfb"], InSway: ["sway"], OnConsole: ["qemu-system-x86_64"]}[place] + [
        word for word in words if word in ("kitty", "xterm", "foot", "tmux", "screen")]
    return next((word for word in needed if not shutil.which(word)), None)

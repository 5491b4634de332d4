"""Keyboards whose SPACE is really pressed, at instants that are known to the millisecond."""
import ctypes
import fcntl
import os
import socket
import struct
import tempfile
import time


class Instant(float):
    """Unix seconds, and by how many they may be wrong."""

    def __new__(cls, earliest, latest):
        instant = super().__new__(cls, (earliest + latest) / 2)
        instant.doubt = (latest - earliest) / 2
        return instant


class Keyboard:
    """A keyboard with one key, which is up at first."""

    def press(self):
        """Presses SPACE and returns the instant."""
        return self.change(True)

    def release(self):
        """Lets SPACE go and returns the instant."""
        return self.change(False)

    def change(self, down):
        """The instant lies between the call and the answer of whoever delivers the key."""
        before = time.time()
        self.send(down)
        return Instant(before, time.time())


class XKeyboard(Keyboard):
    """The keyboard of an X server, by its XTEST extension."""

    SPACE = 0x20

    def __init__(self, display):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        if not self.display:
            raise OSError(f"there is no X server at {display}")
        self.code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(self.SPACE))
        # Where no window manager runs, keys go to the window below the pointer.
        self.test.XTestFakeMotionEvent(self.display, -1, 200, 200, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)

    def send(self, down):
        self.test.XTestFakeKeyEvent(self.display, self.code, int(down), ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)

    def close(self):
        self.x.XCloseDisplay(self.display)


class WaylandKeyboard(Keyboard):
    """A keyboard of a Wayland compositor, by the protocol virtual-keyboard-unstable-v1."""

    SPACE = 57
    KEYMAP = b"""xkb_keymap {
        xkb_keycodes { include "evdev" }; xkb_types { include "complete" };
        xkb_compat { include "complete" }; xkb_symbols { include "pc+us" };
    };\0"""
    DISPLAY, REGISTRY = 1, 2

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.ids, self.globals, self.pending = self.REGISTRY, {}, b""
        self.request(self.DISPLAY, 1, self.REGISTRY)
        self.roundtrip()
        seat = self.bind("wl_seat")
        manager = self.bind("zwp_virtual_keyboard_manager_v1")
        self.keyboard = self.new()
        self.request(manager, 0, seat, self.keyboard)
        with tempfile.TemporaryFile() as keymap:
            keymap.write(self.KEYMAP)
            keymap.flush()
            self.request(self.keyboard, 0, 1, len(self.KEYMAP), file=keymap.fileno())
            self.roundtrip()

    def send(self, down):
        milliseconds = int(time.monotonic() * 1000) & 0xffffffff
        self.request(self.keyboard, 1, milliseconds, self.SPACE, int(down))
        self.roundtrip()

    def close(self):
        self.socket.close()

    def new(self):
        self.ids += 1
        return self.ids

    def bind(self, interface):
        if interface not in self.globals:
            raise OSError(f"the compositor has no {interface}")
        number = self.new()
        self.request(self.REGISTRY, 0, self.globals[interface], interface, 1, number)
        return number

    def request(self, target, operation, *words, file=None):
        """Sends a message: whole numbers, and text with its length and padding."""
        body = b""
        for word in words:
            if isinstance(word, str):
                text = word.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
            else:
                body += struct.pack("=I", word)
        message = struct.pack("=II", target, (8 + len(body)) << 16 | operation) + body
        if file is None:
            self.socket.sendall(message)
        else:
            socket.send_fds(self.socket, [message], [file])

    def roundtrip(self):
        """Waits until everything before was carried out."""
        callback = self.new()
        self.request(self.DISPLAY, 0, callback)
        while True:
            target, operation, body = self.event()
            if target == callback:
                return
            if (target, operation) == (self.DISPLAY, 0):
                raise OSError(f"the compositor refuses: {body[12:].decode(errors='replace')}")
            if (target, operation) == (self.REGISTRY, 0):
                name, length = struct.unpack_from("=II", body)
                self.globals[body[8:7 + length].decode()] = name

    def event(self):
        while len(self.pending) < 8 or len(self.pending) < self.size:
            more = self.socket.recv(4096)
            if not more:
                raise OSError("the compositor has left")
            self.pending += more
        target, head = struct.unpack_from("=II", self.pending)
        body, self.pending = self.pending[8:self.size], self.pending[self.size:]
        return target, head & 0xffff, body

    @property
    def size(self):
        return struct.unpack_from("=I", self.pending, 4)[0] >> 16


class KernelKeyboard(Keyboard):
    """A keyboard of the kernel itself (uinput), which repeats the key as the console wants it."""

    SPACE = 57
    SYN, KEY, REPEAT = 0, 1, 20
    SET_EVENT, SET_KEY, SETUP, CREATE = 0x40045564, 0x40045565, 0x405c5503, 0x5501

    def __init__(self):
        self.device = os.open("/dev/uinput", os.O_WRONLY)
        for event in (self.KEY, self.REPEAT):
            fcntl.ioctl(self.device, self.SET_EVENT, event)
        fcntl.ioctl(self.device, self.SET_KEY, self.SPACE)
        # struct uinput_setup: bus, vendor, product and version, name, effects.
        fcntl.ioctl(self.device, self.SETUP, struct.pack("=4H80sI", 3, 1, 1, 1, b"bench", 0))
        fcntl.ioctl(self.device, self.CREATE)
        # The console has to take it.
        time.sleep(1)

    def send(self, down):
        # struct input_event; the kernel fills in the time.
        for kind, code, value in ((self.KEY, self.SPACE, int(down)), (self.SYN, 0, 0)):
            os.write(self.device, struct.pack("@qqHHi", 0, 0, kind, code, value))

    def close(self):
        os.close(self.device)

"""The test picture's frame counter, read from a finished file: sixteen cells in a row, white 1, black 0."""

import subprocess


def counters(path):
    """The counter of every frame; None where it cannot be read. Decoding errors raise."""
    size = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height",
         "-of", "csv=p=0", path], check=True, capture_output=True, text=True).stdout
    width, height = map(int, size.strip().split(",")[:2])
    decoded = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-xerror", "-i", path, "-map", "0:v",
         "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        check=True, capture_output=True)
    grey, area, cell = decoded.stdout, width * height, min(width, height) / 32

    def counter(frame):
        number = 0
        for bit in range(16):
            x = int(width / 2 + (bit - 7.5) * cell)
            value = grey[frame * area + height // 2 * width + x]
            if 96 < value < 160:
                return None
            number = 2 * number + (value >= 160)
        return number

    return [counter(frame) for frame in range(len(grey) // area)]


def runs(numbers):
    """The numbers as ranges of consecutive ones."""
    found = []
    for number in numbers:
        if number is None:
            raise RuntimeError("a frame's counter cannot be read")
        if found and found[-1][1] == number:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    return found

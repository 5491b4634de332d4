"""Movies of the test picture in every framing, and what a player must show of them.

A framing is a list of steps that lead from the camera's picture to the shown one: `("crop", left,
top, width, height)`, `("rotate", degrees clockwise)` and `("mirror", "h" or "v")`.
"""
import concurrent.futures
import os
import re
import subprocess

CAMERA = (640, 360)
ODD_CAMERA = (722, 406)
# The crop's words, the camera's size, and the rectangle they mean: all four edges even.
CROPS = [
    ("native", CAMERA, (0, 0, 640, 360)),
    ("square", CAMERA, (140, 0, 360, 360)),
    ("9:16", CAMERA, (218, 0, 202, 360)),
    ("4:5", CAMERA, (176, 0, 288, 360)),
    ("4:3", ODD_CAMERA, (90, 0, 542, 406)),
    ("301x263+151+85", CAMERA, (152, 86, 300, 262)),
]
ROTATIONS = [0, 90, 180, 270]
MIRRORS = ["none", "h", "v"]
TURNS = [(rotation, mirror) for rotation in ROTATIONS for mirror in MIRRORS]
# Frames of each movie that are looked at; it has 12.
FRAMES = [2, 9]
# Mean difference of a colour's value, of 255. What coding and another player's conversion change
# stays below the first; a wrongly turned or shifted picture lies above the second.
ALIKE, UNLIKE = 6, 24


class Movie:
    """A movie, how its picture comes from the camera's, and the camera's size."""

    def __init__(self, name, camera, steps):
        self.name, self.camera, self.steps = name, camera, steps

    @property
    def size(self):
        return size(self.camera, self.steps)


def size(camera, steps):
    """Width and height of the shown picture."""
    width, height = camera
    for step in steps:
        if step[0] == "crop":
            width, height = step[3:]
        elif step[0] == "rotate" and step[1] % 180:
            width, height = height, width
    return width, height


def source(point, camera, steps):
    """Where a point of the shown picture lies in the camera's; both in pixels from the corner."""
    x, y = point
    for number in reversed(range(len(steps))):
        # Of the picture that this step was given.
        width, height = size(camera, steps[:number])
        kind, amount = steps[number][:2]
        if kind == "crop":
            x, y = x + amount, y + steps[number][2]
        elif kind == "rotate":
            x, y = {
                0: (x, y), 90: (y, height - x), 180: (width - x, height - y), 270: (width - y, x),
            }[amount]
        else:
            x, y = (width - x, y) if amount == "h" else (x, height - y)
    return x, y


def shown(point, camera, steps):
    """Where a point of the camera's picture is shown: what `source` undoes."""
    x, y = point
    for number, (kind, amount, *rest) in enumerate(steps):
        width, height = size(camera, steps[:number])
        if kind == "crop":
            x, y = x - amount, y - rest[0]
        elif kind == "rotate":
            x, y = {
                0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x),
            }[amount]
        else:
            x, y = (width - x, y) if amount == "h" else (x, height - y)
    return x, y


class Picture:
    """The pixels of one shown frame: rows of `channels` bytes a pixel, red first."""

    def __init__(self, width, height, pixels, channels):
        self.width, self.height, self.pixels, self.channels = width, height, pixels, channels
        if len(pixels) != width * height * channels:
            raise ValueError(f"{len(pixels)} bytes are no picture of {width}x{height}")

    def colour(self, x, y):
        """Of the pixel that the point lies in; black outside."""
        column, row = int(x // 1), int(y // 1)
        if not (0 <= column < self.width and 0 <= row < self.height):
            return (0, 0, 0)
        place = (row * self.width + column) * self.channels
        return tuple(self.pixels[place:place + 3])


def counter(picture, camera, steps):
    """The counter as the camera's picture shows it; None where a cell is not clear."""
    cell = min(camera) / 32
    number = 0
    # The dark cells at both ends are read as well, so that a shifted picture is not taken for true.
    for place in range(-1, 17):
        green = 0
        for down in (-0.25, 0, 0.25):
            for across in (-0.25, 0, 0.25):
                x = camera[0] / 2 + (place - 7.5 + across) * cell
                y = camera[1] / 2 + down * cell
                green += picture.colour(*shown((x, y), camera, steps))[1]
        if 96 < green / 9 < 160:
            return None
        if 0 <= place < 16:
            number = 2 * number + (green >= 160 * 9)
        elif green >= 160 * 9:
            return None
    return number


def moves(x, y, camera):
    """True for the parts of the test picture that differ from frame to frame."""
    cell = min(camera) / 32
    across, down = abs(x - camera[0] / 2) / cell, (y - camera[1] / 2) / cell
    bottom = (camera[1] - y) / cell
    # The counter, the clock and the number below it; the flash; the sweep.
    return (across < 9 and -1.5 < down < 8.5) or (across < 2.5 and -10.5 < down < -5.5) or (
        1.5 < bottom < 4.5)


def difference(picture, camera, steps, reference):
    """Mean difference to the framed reference over a grid of points, of 255."""
    total = count = 0
    for row in range(40):
        for column in range(40):
            point = (
                (column + 0.5) / 40 * picture.width, (row + 0.5) / 40 * picture.height)
            origin = source(point, camera, steps)
            if moves(*origin, camera):
                continue
            pair = zip(picture.colour(*point), reference.colour(*origin))
            total += sum(abs(one - other) for one, other in pair)
            count += 3
    return total / count


def decoded(path, width, height):
    """Every frame of a movie as the ffmpeg command shows it."""
    data = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough",
         "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True).stdout
    step = 3 * width * height
    return [Picture(width, height, data[at:at + step], 3) for at in range(0, len(data), step)]


def turns(rotation, mirror):
    """The steps of the options --rotate and --mirror."""
    steps = [("rotate", rotation)] if rotation else []
    return steps + ([("mirror", mirror)] if mirror != "none" else [])


def make(run, folder):
    """Every movie, made by the program in a folder; `run` takes its arguments."""
    movies, jobs = [], []

    def named(crop, *turn):
        return re.sub(r"\W", "-", "-".join((crop, *map(str, turn)))) + ".mp4"

    def words(crop, rotation, mirror):
        return ["--crop", crop, "--rotate", str(rotation), "--mirror", mirror]

    def record(name, camera, *options):
        run("record", "--camera", "test", "--mic", "none", "--size", f"{camera[0]}x{camera[1]}",
            "--take", "400ms", *options, "-o", name)

    def add(name, camera, steps, job, *arguments):
        movies.append(Movie(name, camera, steps))
        jobs.append((job, arguments))

    for crop, camera, area in CROPS:
        for turn in TURNS:
            name = named(crop, *turn)
            add(name, camera, [("crop", *area), *turns(*turn)],
                record, name, camera, *words(crop, *turn))
    add("odd.mp4", ODD_CAMERA, [("crop", 0, 0, *ODD_CAMERA)], record, "odd.mp4", ODD_CAMERA)
    finish(jobs)

    # Saved once more from their sessions, turned otherwise: a rotation of coded takes is told to
    # players, all else is coded anew. Takes of the whole picture are framed only now.
    for kind, crop, turn in (
            ("then", CROPS[0], (0, "none")), ("then", CROPS[3], (90, "h")),
            ("whole", CROPS[2], (270, "v"))):
        first = named(kind, crop[0])
        kept = ["--session-dir", os.path.join(folder, first + ".d"), "--keep-takes"]
        add(first, CAMERA, [("crop", *crop[2]), *turns(*turn)], record, first, CAMERA,
            *words(crop[0], *turn), *kept, *(["--keep-full"] if kind == "whole" else []))
        finish(jobs)
        again = [(crop, turn) for turn in TURNS if kind == "then"] + [
            (crop, turn) for crop in CROPS if crop[1] == CAMERA
            for turn in ((0, "v"), (90, "none")) if kind == "whole"]
        for number, (crop, turn) in enumerate(again):
            name = named(first[:-4], "as", crop[0], *turn)[:-3] + ("mov" if number % 2 else "mp4")
            add(name, CAMERA, [("crop", *crop[2]), *turns(*turn)],
                run, "save", *words(crop[0], *turn), *kept, "-o", name)
        finish(jobs, at_once=1)
    turned = next(movie for movie in movies if movie.name.startswith("then-native-as-native-90"))
    add("merged.mp4", turned.camera, turned.steps,
        run, "merge", turned.name, turned.name, "-o", "merged.mp4")
    finish(jobs)
    return movies


def finish(jobs, at_once=2):
    """Does what is to be done, a few at once."""
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for future in [pool.submit(job, *arguments) for job, arguments in jobs]:
            future.result()
    jobs.clear()


def references(movies, folder):
    """The camera's own picture by its size, from the movies that were neither cropped nor turned."""
    found = {}
    for movie in movies:
        if movie.steps == [("crop", 0, 0, *movie.camera)]:
            found[movie.camera] = decoded(os.path.join(folder, movie.name), *movie.camera)[0]
    return found


def faults(movie, pictures, folder, references):
    """Everything that is not as it should be about the shown frames of a movie."""
    width, height = movie.size
    sizes = {(picture.width, picture.height) for picture in pictures}
    if sizes != {movie.size}:
        return [f"the size is {sizes}, not {width}x{height}"]
    frames, wrong = decoded(os.path.join(folder, movie.name), width, height), []
    for number, picture in zip(FRAMES, pictures):
        expected = counter(frames[number], movie.camera, movie.steps)
        found = counter(picture, movie.camera, movie.steps)
        if found is None or found != expected:
            wrong.append(f"frame {number} shows {found}, not {expected}")
        reference = references[movie.camera]
        apart = difference(picture, movie.camera, movie.steps, reference)
        if apart > ALIKE:
            wrong.append(f"frame {number} is {apart:.0f} away from the framed picture")
        # What the look itself is worth: turned in any other way it would be seen.
        for rotation in ROTATIONS:
            for mirror in ("none", "h"):
                other = movie.steps + turns(rotation, mirror)
                if other == movie.steps or size(movie.camera, other) != movie.size:
                    continue
                apart = difference(picture, movie.camera, other, reference)
                if apart < UNLIKE:
                    wrong.append(f"turned {rotation} {mirror} it is only {apart:.0f} away as well")
    return wrong

# The one door to every task; `make help` lists them.

SWIFT ?= swift
SOURCES = Package.swift Sources Tests

# What building needs.
BUILD_PACKAGES = libavcodec-dev libavfilter-dev libavformat-dev libavutil-dev libswscale-dev \
  libswresample-dev libv4l-dev libasound2-dev libncurses-dev libsixel-dev
# What the tests need besides: judges that are not our own code (ffmpeg, exiftool), real terminals
# with real keys (Xvfb and the rest), a real kernel with camera and sound drivers (QEMU and the rest),
# decoders that are not FFmpeg's (GStreamer and OpenH264), what fails every call (Python).
TEST_PACKAGES = ffmpeg libimage-exiftool-perl tmux screen xvfb xterm kitty xdotool xfonts-base \
  fonts-dejavu-core libgl1-mesa-dri ncurses-term qemu-system-x86 busybox-static cpio kmod v4l-utils alsa-utils \
  gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav \
  libopenh264-7 imagemagick python3
# What measuring and the browsers need.
BENCH_PACKAGES = ffmpeg python3
HOLD_PACKAGES = $(BENCH_PACKAGES) xvfb libxtst6 xterm kitty foot sway tmux screen ncurses-term \
  libgl1-mesa-dri xfonts-base fonts-dejavu-core qemu-system-x86 busybox-static cpio kmod
PLAYER_PACKAGES = ffmpeg python3 chromium firefox-esr

.DEFAULT_GOAL := help
.PHONY: help run build test unit end-to-end device-lab test-players bench-merge bench-hold \
  bench-screen bench-ring torture lint format tsan asan \
  clean need-swift need-build need-test

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## install what is missing, build, and open the recorder (ARGS="--limit 60s")
	@.build/release/rushes $(ARGS)

build: need-build ## build the optimised program: .build/release/rushes
	@$(SWIFT) build -c release --product rushes

test: need-test lint ## install what is missing and run every test
	@$(SWIFT) build --build-tests
	@$(MAKE) --no-print-directory unit end-to-end device-lab

# The kinds run one after the other: the last two measure time on real clocks and must not
# compete with the first for two cores.
unit: need-test ## the unit tests
	@$(SWIFT) test --skip EndToEnd --skip DeviceLab

end-to-end: need-test ## the program itself, in pseudo terminals and real ones
	@$(SWIFT) test --no-parallel --filter EndToEnd

device-lab: need-test ## the program on a real kernel with camera and sound drivers
	@$(SWIFT) test --no-parallel --filter DeviceLab

test-players: build ## movies in Chromium and Firefox, played to the end and looked at
	@assets/install-packages "the browsers" $(PLAYER_PACKAGES)
	@Tests/Players/test-players .build/release/rushes

bench-merge: build ## what merging costs, beside the ffmpeg command (a quarter of an hour)
	@assets/install-packages measuring $(BENCH_PACKAGES)
	@Tests/Benchmarks/bench-merge .build/release/rushes

bench-hold: build ## how exactly takes follow the key in real terminals (a quarter of an hour)
	@assets/install-packages measuring $(HOLD_PACKAGES)
	@Tests/Benchmarks/bench-hold .build/release/rushes $(ARGS)

bench-screen: build ## what the live picture costs: CPU, bytes, and keys' patience (an hour)
	@assets/install-packages measuring $(BENCH_PACKAGES)
	@Tests/Benchmarks/bench-screen .build/release/rushes

bench-ring: build ## what the ring before the press costs: an hour's memory, and CPU
	@assets/install-packages measuring $(BENCH_PACKAGES)
	@$(SWIFT) build -c release --product ring-bench
	@Tests/Benchmarks/bench-ring .build/release/rushes .build/release/ring-bench

torture: build ## an hour of takes; kills, power cuts, full disks, damage: what is lost (two hours)
	@assets/install-packages measuring $(HOLD_PACKAGES)
	@$(SWIFT) build -c release --product hour
	@.build/release/hour
	@Tests/Torture/torture .build/release/rushes $(ARGS)
	@Tests/Torture/full-disk .build/release/rushes
	@Tests/Torture/fuzzers
	@Tests/Torture/faults .build/release/rushes
	@Tests/Torture/faults .build/release/rushes --lab

tsan: need-test ## the unit tests under the thread sanitizer
	@TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test --sanitize thread --scratch-path .build/tsan --skip EndToEnd --skip DeviceLab

# Leaks are not looked for: the Swift runtime keeps what it made of types for good, and the tests end
# with threads of Dispatch and libav still alive. Containers are not poisoned, since the overflow
# checks for them need all libraries built alike, and Foundation's are not.
asan: need-test ## the unit tests under the address sanitizer
	@ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0:halt_on_error=1 $(SWIFT) test --sanitize address \
	  --scratch-path .build/asan --skip EndToEnd --skip DeviceLab

lint: need-swift ## check the formatting
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: need-swift ## put the formatting right
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

clean: ## remove everything that was built
	rm -rf .build

need-swift:
	@command -v $(SWIFT) >/dev/null || { echo "rushes is built with Swift 6.2 or newer: \
	get it at https://www.swift.org/install/linux/ and run make again." >&2; exit 1; }

need-build: need-swift
	@assets/install-packages building $(BUILD_PACKAGES)

need-test: need-build
	@assets/install-packages testing $(TEST_PACKAGES)

// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every Swift target: Swift 6 mode, imports that stay inside, warnings
/// as errors.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the program; `needs` follow the floors described in the README.
func module(_ name: String, needs: [String] = []) -> Target {
  .target(
    name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: strict)
}

/// The tests of one module; every test target may use `Support`.
func tests(
  _ name: String, of needs: [String], path: String? = nil, exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: (needs + ["Support"]).map { .byName(name: $0) }, path: path,
    exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "rushes",
  products: [.executable(name: "rushes", targets: ["rushes"])],
  targets: [
    // Floor 0: doors to the C libraries.
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CLibAV"),
    .systemLibrary(name: "CV4L2"),
    .systemLibrary(name: "CALSA"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSixel"),
    // Floor 1: ground.
    module("Units"),
    module("Frames", needs: ["Units"]),
    module("Lanes", needs: ["Units"]),
    // Floor 2: thought.
    module("Recording", needs: ["Units", "Frames"]),
    module("Merging", needs: ["Units", "Recording"]),
    module("Settings", needs: ["Units", "Recording"]),
    module("Screens", needs: ["Units", "Frames", "Recording"]),
    // Floor 3: hands.
    module("Camera", needs: ["CV4L2", "Units", "Frames", "Lanes", "Recording"]),
    module("Microphone", needs: ["CALSA", "Units", "Frames", "Lanes", "Recording"]),
    module("Speaker", needs: ["CALSA", "Units", "Lanes", "Recording"]),
    module("Codec", needs: ["CLibAV", "Units", "Frames", "Lanes", "Recording", "Merging"]),
    module("Control", needs: ["Units", "Lanes", "Recording"]),
    module("Disk", needs: ["Units", "Recording"]),
    module("Terminal", needs: ["CNcurses", "CLinux", "Units", "Lanes", "Screens"]),
    module("Sixel", needs: ["CSixel", "Units", "Frames"]),
    module("TestCard", needs: ["Units", "Frames", "Lanes", "Recording"]),
    // Floor 4: engine.
    module("Engine", needs: ["Units", "Frames", "Lanes", "Recording", "Merging", "Screens"]),
    // Floor 5: the program.
    .executableTarget(
      name: "rushes",
      dependencies: [
        "Units", "Frames", "Lanes", "Recording", "Merging", "Settings", "Screens", "Camera",
        "Microphone", "Speaker", "Codec", "Control", "Disk", "Sixel", "Terminal", "TestCard",
        "Engine",
      ],
      swiftSettings: strict),
    // Beside: what `make bench-ring` runs, and tests.
    .executableTarget(
      name: "ring-bench", dependencies: ["Units", "Frames", "Recording", "Codec"],
      path: "Tests/Benchmarks/Ring", swiftSettings: strict),
    // What `make torture` runs first, and tests.
    .executableTarget(
      name: "hour",
      dependencies: [
        "Units", "Frames", "Lanes", "Recording", "Merging", "Screens", "Codec", "Disk", "TestCard",
        "Engine",
      ],
      path: "Tests/Torture/Hour", swiftSettings: strict),
    .target(name: "Support", dependencies: [], path: "Tests/Support", swiftSettings: strict),
    tests("UnitsTests", of: ["Units"]),
    tests("FramesTests", of: ["Frames", "Units"]),
    tests("LanesTests", of: ["Lanes", "Units"]),
    tests("RecordingTests", of: ["Recording", "Frames", "Units"]),
    tests("MergingTests", of: ["Merging", "Recording", "Units"]),
    tests("SettingsTests", of: ["Settings", "Recording", "Units"], exclude: ["Golden"]),
    tests("ScreensTests", of: ["Screens", "Recording", "Frames", "Units"], exclude: ["Golden"]),
    tests(
      "CameraTests",
      of: ["Camera", "CV4L2", "Codec", "Recording", "Frames", "Lanes", "Units"]),
    tests("MicrophoneTests", of: ["Microphone", "CALSA", "Recording", "Frames", "Lanes", "Units"]),
    tests("SpeakerTests", of: ["Speaker", "Recording", "Lanes", "Units"]),
    tests("CodecTests", of: ["Codec", "Merging", "Recording", "Frames", "Lanes", "Units"]),
    tests("ControlTests", of: ["Control", "Recording", "Lanes", "Units"]),
    tests("DiskTests", of: ["Disk", "Recording", "Units"]),
    tests("TerminalTests", of: ["Terminal", "Screens", "Frames", "Lanes", "Units"]),
    tests("SixelTests", of: ["Sixel", "Frames", "Units"]),
    tests("TestCardTests", of: ["TestCard", "Recording", "Frames", "Lanes", "Units"]),
    tests(
      "EngineTests", of: ["Engine", "Screens", "Merging", "Recording", "Frames", "Lanes", "Units"]),
    tests(
      "SavingTests",
      of: [
        "rushes", "Engine", "Codec", "Disk", "Settings", "Merging", "Recording", "Frames", "Units",
      ]),
    tests("HouseTests", of: []),
    tests(
      "EndToEnd", of: ["rushes", "hour", "Control", "Recording", "Units"], path: "Tests/EndToEnd"),
    tests(
      "DeviceLab", of: ["rushes"], path: "Tests/DeviceLab",
      exclude: ["asleep", "device-lab", "disks", "guest"]),
  ]
)

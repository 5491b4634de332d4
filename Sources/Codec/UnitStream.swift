import Frames
import Units

/// What has to be known of a camera's H.264 to store its pictures as they come.
struct UnitStream {
  /// How it is coded; nil before its parameter sets came, and while they are not fit.
  private var coding: CameraCoding?
  private var sets: [UInt8] = []
  private var number: Int64 = 0

  /// Nothing is known yet.
  init() {}

  /// A stream whose configuration stands in its container.
  init(_ coding: CameraCoding) { self.coding = coding }

  /// Takes the next access unit (Annex B) apart; nil when it cannot be stored.
  ///
  /// `tags` stand for what it does not say of its colours.
  mutating func picture(
    inStream unit: UnsafeRawBufferPointer, _ tags: ColourTags
  ) -> CodedPicture? {
    let units = ParameterSets.units(unit).map { UnsafeRawBufferPointer(rebasing: unit[$0]) }
    let found = units.filter { ParameterSets.kind(of: $0) == .parameters }
    if !found.isEmpty { read(found, tags) }
    return picture(of: units)
  }

  /// The same for a packet of length-prefixed units, of which no parameter set may differ from its
  /// container's.
  mutating func picture(inPacket packet: UnsafeRawBufferPointer) -> CodedPicture? {
    let units = (ParameterSets.prefixedUnits(packet) ?? [])
      .map { UnsafeRawBufferPointer(rebasing: packet[$0]) }
    let known = coding.flatMap { ParameterSets.all(in: $0.configuration) } ?? []
    for unit in units where ParameterSets.kind(of: unit) == .parameters {
      if !known.contains(where: { unit.elementsEqual($0) }) { coding = nil }
    }
    return picture(of: units)
  }

  private mutating func picture(of units: [UnsafeRawBufferPointer]) -> CodedPicture? {
    number += 1
    let slices = units.filter { ParameterSets.isSlice($0) }
    guard let coding, let first = slices.first else { return nil }
    return CodedPicture(
      coding: coding, bytes: ParameterSets.prefixed(slices), number: number,
      isKey: ParameterSets.kind(of: first) == .key)
  }

  /// Cameras repeat their sets before each key frame, nearly always the same ones.
  private mutating func read(_ found: [UnsafeRawBufferPointer], _ tags: ColourTags) {
    let bytes = ParameterSets.prefixed(found)
    guard bytes != sets else { return }
    sets = bytes
    coding = nil
    // A picture says by number which sets it needs: with one of each kind that is known.
    guard found.count == 2, let record = ParameterSets.record(units: found),
      let plain = SequenceParameters(record: record, otherwise: ColourCode(tags))
    else { return }
    coding = CameraCoding(configuration: record, colour: plain.colour)
  }
}

extension ColourCode {
  /// What a driver's word comes to: cameras have the primaries of high definition in either case.
  fileprivate init(_ tags: ColourTags) {
    self.init(
      primaries: 1, transfer: 1, matrix: tags.matrix == .bt601 ? 6 : 1,
      range: tags.isFullRange ? 2 : 1)
  }
}

// The calls of `MicrophoneCalls.live` that ask about cards and names.

import CALSA
import Glibc

/// The capture devices of a card, in the order of their numbers.
func listCaptureDevices(of card: Int32) throws(ALSACode) -> [Microphone] {
  var control: OpaquePointer?
  try check(snd_ctl_open(&control, "hw:\(card)", 0))
  defer { snd_ctl_close(control) }
  let (id, name) = try withAllocated(snd_ctl_card_info_malloc, free: snd_ctl_card_info_free) {
    info throws(ALSACode) in
    try check(snd_ctl_card_info(control, info))
    return (text(snd_ctl_card_info_get_id(info)), text(snd_ctl_card_info_get_name(info)))
  }
  var microphones: [Microphone] = []
  var device: Int32 = -1
  while true {
    try check(snd_ctl_pcm_next_device(control, &device))
    // A card has 254 devices at most; a broken one must not loop.
    guard device >= 0, device < 254 else { return microphones }
    if let deviceName = try captureName(of: control, device) {
      microphones.append(
        Microphone(cardID: id, cardName: name, device: Int(device), deviceName: deviceName))
    }
  }
}

/// The name of a device that can capture, nil for one that only plays.
private func captureName(
  of control: OpaquePointer?, _ device: Int32
) throws(ALSACode) -> String? {
  try withAllocated(snd_pcm_info_malloc, free: snd_pcm_info_free) { info throws(ALSACode) in
    snd_pcm_info_set_device(info, UInt32(device))
    snd_pcm_info_set_subdevice(info, 0)
    snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
    let returned = snd_ctl_pcm_info(control, info)
    if returned == -ENOENT { return nil }
    try check(returned)
    return text(snd_pcm_info_get_name(info))
  }
}

/// Cards that the kernel has and whose control this user may not open.
func findLockedCards() -> [Int32] {
  // The kernel has at most 32 cards.
  (0..<Int32(32)).filter { access("/dev/snd/controlC\($0)", R_OK) < 0 && errno == EACCES }
}

/// True when the configuration files define `pcm.NAME`.
func isDefined(_ name: String) -> Bool {
  var top: OpaquePointer?
  guard snd_config_update_ref(&top) >= 0 else { return false }
  defer { snd_config_unref(top) }
  var node: OpaquePointer?
  return snd_config_search(top, "pcm.\(name)", &node) == 0
}

/// The card behind an opened PCM; nil for one of a sound server.
func findOwner(of pcm: PCMHandle) -> PCMOwner? {
  let card = try? withAllocated(snd_pcm_info_malloc, free: snd_pcm_info_free) {
    info throws(ALSACode) in
    try check(snd_pcm_info(pcm.pointer, info))
    return snd_pcm_info_get_card(info)
  }
  guard let card, card >= 0 else { return nil }
  var name: UnsafeMutablePointer<CChar>?
  guard snd_card_get_name(card, &name) >= 0 else { return nil }
  defer { free(name) }
  return PCMOwner(cardName: text(name), usbID: firstLine(of: "/proc/asound/card\(card)/usbid"))
}

/// The device file of a name such as `hw:CARD=PCH,DEV=0`; empty when it cannot be told.
func devicePath(of name: String) -> String {
  guard let address = HardwareAddress(name) else { return "" }
  let card = snd_card_get_index(address.card)
  return card < 0 ? "" : "/dev/snd/pcmC\(card)D\(address.device)c"
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}

private func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
  text(UnsafePointer(pointer))
}

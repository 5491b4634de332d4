import Foundation
import Settings
import Support
import Testing

extension `a configuration file` {
  @Test func `of any bytes is understood or refused with its line`() {
    let good =
      "size = 320x180\nfps = 25\ntransition = wipe-up:0.5s\n# words\ncrop = 9:16\nlimit = 1:30\n"
    for seed in Torture.seeds(usual: 5000) {
      let text = String(
        decoding: Torture.flipped(Data(good.utf8), seed: seed), as: UTF8.self)
      do {
        _ = try ConfigurationFile.read(text, path: "config", over: Options())
      } catch {
        let sentence = "\(error)"
        #expect(sentence.hasPrefix("config, line ") || sentence.contains("config"), "\(sentence)")
      }
    }
  }
}

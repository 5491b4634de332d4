package import Units

/// A still and its movie in one file that photo apps play: a JPEG that says so in its metadata, with
/// an MP4 behind its end (Motion Photo format, version 1).
package enum MotionPhoto {
  /// What stands before the movie's `movieBytes` bytes: the still, which begins with its Exif
  /// segment, and in it the note that a movie follows, whose picture at `shutter` is the still.
  package static func head(
    still: [UInt8], movieBytes: Int64, shutter: MediaTime
  ) -> [UInt8] {
    let note =
      Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
      + Array(packet(movieBytes: movieBytes, shutter: shutter).utf8)
    let place = endOfExif(in: still)
    return still[..<place] + JPEGSegment.app1(note) + still[place...]
  }

  /// Where the first segment behind the picture's beginning ends.
  private static func endOfExif(in still: [UInt8]) -> Int {
    guard still.count > 6, still[2] == 0xff, still[3] == 0xe1 else { return min(2, still.count) }
    return min(still.count, 4 + Int(still[4]) << 8 + Int(still[5]))
  }

  /// The XMP packet.
  private static func packet(movieBytes: Int64, shutter: MediaTime) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
            xmlns:Camera="http://ns.google.com/photos/1.0/camera/"
            xmlns:Container="http://ns.google.com/photos/1.0/container/"
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
            Camera:MotionPhoto="1"
            Camera:MotionPhotoVersion="1"
            Camera:MotionPhotoPresentationTimestampUs="\(shutter.nanoseconds / 1000)">
          <Container:Directory>
            <rdf:Seq>
              <rdf:li rdf:parseType="Resource">
                <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary"
                    Item:Length="0" Item:Padding="0"/>
              </rdf:li>
              <rdf:li rdf:parseType="Resource">
                <Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
                    Item:Length="\(movieBytes)" Item:Padding="0"/>
              </rdf:li>
            </rdf:Seq>
          </Container:Directory>
        </rdf:Description>
      </rdf:RDF>
    </x:xmpmeta>
    """
  }
}

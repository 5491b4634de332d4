/// What was being done when a microphone failed; the raw value completes "could not …".
package enum MicrophoneOperation: String, Sendable, CaseIterable {
  /// Looking a name up among the cards.
  case find = "be found"
  /// snd_card_next, snd_ctl_…: asking which cards there are.
  case list = "be listed"
  /// snd_pcm_open.
  case open = "be opened"
  /// snd_pcm_hw_params_any: what the device can do at all.
  case describe = "say what it can do"
  /// snd_pcm_hw_params_set_access.
  case chooseAccess = "be read in interleaved samples"
  /// snd_pcm_hw_params_set_format.
  case chooseFormat = "agree on a sample format"
  /// snd_pcm_hw_params_set_channels.
  case chooseChannels = "agree on channels"
  /// snd_pcm_hw_params_set_rate_near.
  case chooseRate = "agree on a sample rate"
  /// snd_pcm_hw_params_set_buffer_time_near and …_period_time_near.
  case chooseBuffer = "agree on a buffer"
  /// snd_pcm_hw_params: what was agreed on becomes true.
  case configure = "be set up"
  /// snd_pcm_sw_params: stamps of the monotonic clock, when to wake up.
  case configureClock = "be set to monotonic time"
  /// snd_pcm_start.
  case start = "be started"
  /// snd_pcm_prepare, after an overrun or a sleep.
  case prepare = "be started again"
  /// snd_pcm_wait.
  case wait = "be waited for"
  /// snd_pcm_htimestamp: samples ready and their time.
  case position = "tell its position"
  /// snd_pcm_readi.
  case read = "be read"
  /// snd_pcm_close; a failure of it is of no consequence.
  case close = "be closed"
}

// Microphone

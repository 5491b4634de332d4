// Frames

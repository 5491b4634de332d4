// Lanes

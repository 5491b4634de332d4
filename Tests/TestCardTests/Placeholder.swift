// TestCard

// Camera

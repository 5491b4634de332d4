// DeviceLab

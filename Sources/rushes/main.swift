print("rushes")

// Loaded first, it takes away what a Node from before 22.15 does not have.
delete process.execve

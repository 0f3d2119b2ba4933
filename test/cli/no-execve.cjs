// Loaded first, it removes `execve`, which Node has from 22.15 on.
delete process.execve

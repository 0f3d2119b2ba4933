import { startProcess } from '../src/runner/process/start-process.ts'
import { must } from '../src/base/result.ts'
import { execSync } from 'node:child_process'
const b = must(await startProcess({ argv: ['python3', '-uc', `import os, sys
print(*[os.isatty(fd) for fd in (0, 1, 2)])
print(repr(input("prompt ")))
sys.stderr.write("error")`], cwd: '/tmp', pty: true }))
const show = (x: unknown) => console.log(JSON.stringify(String(x)))
show(await b.read())
b.write('hello\n')
show(await b.read())
setTimeout(async () => { console.log(execSync('ps -ef --forest | tail -30').toString()); show(b.errors()); await b.stop(); process.exit() }, 1000)
show(await b.read())
show(await b.read())
console.log(await b.ended)

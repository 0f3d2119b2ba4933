import { must } from '../../src/base/result.ts'
import { launcher } from '../../src/runner/process/launcher.ts'
import { startProcess } from '../../src/runner/process/start-process.ts'

/** A host with bots of every kind, to be killed: TOKEN [launcher]. The token is in the command line of every process. */
const token = process.argv[2] ?? ''
if (process.argv[3] === 'launcher') launcher.use()
const wait = ['sh', '-c', 'echo on; read -r line; : $0', token] as const
const family = [
  'sh',
  '-c',
  `setsid sh -c 'sleep 1000; : ${token}' & sh -c 'sleep 1000; : ${token}' & echo on; wait`,
] as const
const bots = [
  must(await startProcess({ argv: [...wait], cwd: '/' })),
  must(await startProcess({ argv: [...family], cwd: '/' })),
  must(await startProcess({ argv: [...wait], cwd: '/', pty: true })),
  must(await startProcess({ argv: [...wait], cwd: import.meta.dirname, sandbox: {} })),
  must(await startProcess({ argv: [...wait], cwd: import.meta.dirname, sandbox: {}, pty: true })),
]
for (const bot of bots) await bot.read()
// Every second bot is suspended: that must make no difference.
for (const bot of bots.filter((_, i) => i % 2 === 0)) await bot.suspend()
process.stdout.write('on\n')
setInterval(() => {}, 1000)

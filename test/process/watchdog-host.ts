import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchdog } from '../../src/runner/process/watchdog.ts'

/** FOLDER: a host whose first watchdog is killed, as when memory is short, and which then ends. Its only child is the watchdog. */
const [folder = ''] = process.argv.slice(2)
const children = (): string => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
watchdog.remove(folder)
const first = children()
process.kill(Number(first), 'SIGKILL')
while (children() === first) {
  await sleep(5)
  watchdog.start()
}
process.stdout.write('another\n')
process.stdin.resume()
await once(process.stdin, 'end')

import { spawn } from 'node:child_process'
import { startProcess } from '../src/runner/process/start-process.ts'
import { must } from '../src/base/result.ts'
const N = 20000
async function bare() {
  const a = spawn('/tmp/pp'),
    b = spawn('/tmp/pp')
  let n = 0
  const t = performance.now()
  await new Promise<void>((res) => {
    a.stdout.on('data', () => {
      if (++n >= N) res()
      else b.stdin.write('1 2\n')
    })
    b.stdout.on('data', () => {
      if (++n >= N) res()
      else a.stdin.write('1 2\n')
    })
    a.stdin.write('1 2\n')
  })
  const us = ((performance.now() - t) * 1000) / N
  a.kill()
  b.kill()
  return us
}
async function ours(suspend: boolean) {
  const bots = [
    must(await startProcess({ argv: ['/tmp/pp'], cwd: '/tmp' })),
    must(await startProcess({ argv: ['/tmp/pp'], cwd: '/tmp' })),
  ]
  for (const b of bots) {
    b.write('x\n')
    await b.read()
    if (suspend) await b.suspend()
  }
  const t = performance.now()
  let wait: Promise<unknown> = Promise.resolve(),
    spent = 0
  for (let i = 0; i < N; i++) {
    const bot = bots[i & 1]!
    bot.write('1 2\n')
    await wait
    if (suspend) bot.resume()
    await bot.read()
    if (suspend) {
      wait = bot.suspend()
      spent = bot.spent()!
    }
  }
  const us = ((performance.now() - t) * 1000) / N
  for (const b of bots) await b.stop()
  return us
}
for (let k = 0; k < 3; k++) {
  console.log('bare', await bare(), 'ours plain', await ours(false), 'ours suspended', await ours(true))
}

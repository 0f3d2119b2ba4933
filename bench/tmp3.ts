import { startProcess } from '../src/runner/process/start-process.ts'
import { cpSync, mkdirSync } from 'node:fs'
mkdirSync('/tmp/botdir', { recursive: true }); cpSync('/tmp/pp', '/tmp/botdir/pp')
for (const extra of [{}, { sandbox: {} }, { sandbox: {} }, { pty: true }, { sandbox: {}, pty: true }, {sandbox:{}, argv: ['python3','-c','print(input())']},{sandbox:{}, argv: ['node','-e','process.stdin.on("data",d=>process.stdout.write(d))']},{sandbox:{}, argv: ['./nope']}]) {
  const t = performance.now()
  const r = await startProcess({ argv: ['./pp'], cwd: '/tmp/botdir', ...extra } as never)
  if (!r.ok) { console.log(extra, r.problem); continue }
  const b = r.value
  b.write('hello\n')
  const got = await b.read()
  const t1 = performance.now() - t
  console.log(JSON.stringify(extra), JSON.stringify(String(got)), t1.toFixed(1), 'ms', await b.suspend(), b.spent(), b.errors(), b.end)
  b.resume()
  b.write('again\n')
  console.log(JSON.stringify(String(await b.read())), await b.stop(), (performance.now() - t).toFixed(1))
}

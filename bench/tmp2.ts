import { startProcess } from '../src/runner/process/start-process.ts'
import { ProcessTree } from '../src/runner/process/process-tree.ts'
import { must } from '../src/base/result.ts'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
const N = 20000
const us = (t: number) => (((performance.now() - t) * 1000) / N).toFixed(2)
async function pairs(tree: ProcessTree, pid: number) {
  let t = performance.now(),
    looks = 0
  for (let i = 0; i < N; i++) {
    process.kill(pid, 'SIGSTOP')
    for (;;) {
      looks++
      if (tree.isStopped()) break
    }
    process.kill(pid, 'SIGCONT')
  }
  console.log('  stop+look+cont', us(t), 'looks', looks / N)
  t = performance.now()
  for (let i = 0; i < N; i++) {
    process.kill(pid, 'SIGSTOP')
    for (;;) {
      looks++
      if (tree.isStopped()) break
    }
    process.kill(pid, 'SIGCONT')
    if (i % 10 == 0) await new Promise((r) => setImmediate(r))
  }
  console.log('  with loop turns /10', us(t))
  t = performance.now()
  for (let i = 0; i < N; i++) {
    process.kill(pid, 'SIGSTOP')
    for (;;) {
      looks++
      if (tree.isStopped()) break
    }
    process.kill(pid, 'SIGCONT')
    await new Promise((r) => setImmediate(r))
  }
  console.log('  with loop turns', us(t))
  t = performance.now()
  for (let i = 0; i < N; i++) await new Promise((r) => setImmediate(r))
  console.log('  loop turns only', us(t))
  t = performance.now()
  for (let i = 0; i < N; i++) tree.isStopped()
  console.log('  look', us(t))
  t = performance.now()
  for (let i = 0; i < N; i++) tree.spentMs()
  console.log('  spent', us(t))
}
{
  console.log('direct child')
  const c = spawn('/tmp/pp')
  await new Promise((r) => setTimeout(r, 50))
  await pairs(new ProcessTree(c.pid!), c.pid!)
  c.kill('SIGKILL')
}
{
  console.log('below sh')
  const c = spawn('sh', ['-c', '/tmp/pp; exit $?'])
  await new Promise((r) => setTimeout(r, 50))
  const p = Number(readFileSync(`/proc/${c.pid}/task/${c.pid}/children`, 'utf8'))
  await pairs(new ProcessTree(p), p)
  process.kill(p, 'SIGKILL')
  c.kill('SIGKILL')
}

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runAgent, type AgentOptions } from './run-agent.ts'

function options(command: string): AgentOptions {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-agent-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'feedback.md'), 'lost by a crash\n')
  return {
    command,
    folder,
    feedbackFile: join(folder, 'feedback.md'),
    tokensFile: join(folder, 'tokens.txt'),
    logFile: join(folder, 'agent.log'),
    limitMs: 600_000,
  }
}

test('an agent reads the feedback, works in the folder, and tells its tokens', async () => {
  const agent = options(
    'cat > heard.txt; cmp heard.txt "$GAMEGRID_FEEDBACK" && echo 321 > "$GAMEGRID_TOKENS"; echo done; echo sorry >&2; exit 3',
  )
  const run = await runAgent(agent)
  expect(run).toMatchObject({ end: 'ended with code 3', tokens: 321 })
  expect(readFileSync(join(agent.folder, 'heard.txt'), 'utf8')).toBe('lost by a crash\n')
  expect(readFileSync(agent.logFile, 'utf8').split('\n').sort()).toEqual(['', 'done', 'sorry'])
})

test('an agent that does not read, or writes no number of tokens, is none the worse', async () => {
  const agent = options('echo plenty > "$GAMEGRID_TOKENS"')
  writeFileSync(agent.feedbackFile, 'x'.repeat(1 << 20))
  expect(await runAgent(agent)).toEqual({ seconds: expect.any(Number), end: 'ended with code 0' })
})

test.each([
  ['when its time is over', 'wait', 'ran out of time'],
  ['when it ends', 'exit 0', 'ended with code 0'],
])('%s, what the agent started is ended as well', async (_, last, end) => {
  const agent = options(`(trap "" TERM; exec sleep 600) & echo $! > pid; ${last}`)
  const run = runAgent({ ...agent, limitMs: end === 'ran out of time' ? 4_000 : agent.limitMs })
  expect((await run).end).toBe(end)
  const pid = readFileSync(join(agent.folder, 'pid'), 'utf8').trim()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

/** A process that has ended may still wait to be collected. */
function isRunning(pid: string): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

test('an agent that is interrupted ends at once', async () => {
  const stop = new AbortController()
  const agent = options('sleep 600')
  const run = runAgent({ ...agent, signal: stop.signal })
  stop.abort()
  expect((await run).end).toBe('was ended by SIGTERM')
})

test('when the climb is killed, the agent and what it started are ended as well', async () => {
  const agent = options('(exec setsid sleep 600) & echo $! > started; echo $$ > pid; wait')
  const module = pathToFileURL(join(import.meta.dirname, 'run-agent.ts')).href
  const script = `import { runAgent } from ${JSON.stringify(module)}; await runAgent(${JSON.stringify(agent)})`
  const climb = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  const pids = (): readonly string[] =>
    ['started', 'pid'].map((name) => {
      const file = join(agent.folder, name)
      return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    })
  await expect.poll(() => pids().every((pid) => pid !== ''), SLOW).toBe(true)
  expect(pids().map(isRunning)).toEqual([true, true])
  climb.kill('SIGKILL')
  await expect.poll(() => pids().some(isRunning), SLOW).toBe(false)
})

const SLOW = { timeout: 60_000 }

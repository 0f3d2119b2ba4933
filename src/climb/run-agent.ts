import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watchdog } from '../runner/process/watchdog.ts'
import type { AgentRun } from './climb-ledger.ts'

export interface AgentOptions {
  /** A command line of the shell. */
  readonly command: string
  /** Where it works. */
  readonly folder: string
  /** What it is to do: it is also written to its stdin. */
  readonly feedbackFile: string
  /** Where the agent may write how many tokens it used. */
  readonly tokensFile: string
  /** Everything that it prints. */
  readonly logFile: string
  readonly limitMs: number
  readonly signal?: AbortSignal
}

/** From SIGTERM to SIGKILL. */
const GRACE_MS = 5_000

/** What an agent prints is kept up to so many bytes. */
const LOG_CAP = 8 * 1024 * 1024

/**
 * Runs the command of an agent once, in the folder of the bot and in a process group of its own. The command is the user's: it runs with the
 * rights of the user, outside the sandbox. When its time is over, when it ends, and when this process is killed, the whole group is ended.
 */
export async function runAgent(options: AgentOptions): Promise<AgentRun> {
  const { command, folder, feedbackFile, tokensFile, logFile, limitMs, signal } = options
  rmSync(tokensFile, { force: true })
  const began = performance.now()
  // It ends the agent if this process is killed, with all that carries the mark.
  watchdog.start()
  const [mark = '', value] = watchdog.mark.split('=')
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    detached: true,
    env: { ...process.env, GAMEGRID_FEEDBACK: feedbackFile, GAMEGRID_TOKENS: tokensFile, [mark]: value },
  })
  if (child.pid !== undefined) watchdog.guard(child.pid)
  const log: Buffer[] = []
  let logged = 0
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (logged < LOG_CAP) log.push(chunk.subarray(0, LOG_CAP - logged))
      logged += chunk.length
    })
  // An agent need not read its stdin.
  child.stdin.on('error', () => {})
  child.stdin.end(readFileSync(feedbackFile))

  let isLate = false
  const endGroup = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid === undefined || child.pid <= 1) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // Nothing of it is left.
    }
  }
  let kill: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    endGroup('SIGTERM')
    kill = setTimeout(() => endGroup('SIGKILL'), GRACE_MS)
  }
  const limit = setTimeout(() => {
    isLate = true
    stop()
  }, limitMs)
  signal?.addEventListener('abort', stop, { once: true })
  const [code, by] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(limit)
  clearTimeout(kill)
  signal?.removeEventListener('abort', stop)
  // What it left running would edit the bot while the bot is judged.
  endGroup('SIGKILL')
  if (child.pid !== undefined) watchdog.release(child.pid)
  child.stdout.destroy()
  child.stderr.destroy()
  writeFileSync(logFile, Buffer.concat(log))
  const tokens = readTokens(tokensFile)
  return {
    seconds: Math.round((performance.now() - began) / 1000),
    end: isLate ? 'ran out of time' : by === null ? `ended with code ${code}` : `was ended by ${by}`,
    ...(tokens !== undefined && { tokens }),
  }
}

/** A whole number, in a file that the agent may write. */
function readTokens(file: string): number | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

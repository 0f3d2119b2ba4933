import { exec, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_COMMAND, command, root } from './cli/run.ts'

export { root }

/**
 * A copy of the checkout after `npm ci`, in which the commands of a page run as a newcomer would run them. The first and every `npm`
 * command run its sources; the others the command as `npm test` built it, where it did.
 */
export interface Newcomer extends AsyncDisposable {
  readonly home: string
  run(command: string): Promise<{ readonly code: number; readonly out: string }>
  /** Starts a command that runs until it is stopped, at the latest when the newcomer is disposed of. */
  start(command: string): RunningServer
}

export interface RunningServer {
  /** Its output when it is ready, or has ended. */
  readonly said: Promise<string>
  stop(): Promise<void>
}

export function newcomer(): Newcomer {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-newcomer-'))
  for (const name of ['package.json', 'tsconfig.json', 'bin', 'src', 'docs', 'web'])
    cpSync(join(root, name), join(home, name), { recursive: true, force: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  const servers: RunningServer[] = []
  const quick = npxOnce(process.env[BUILT_COMMAND] === undefined ? join(home, 'bin/gamegrid') : command)
  return {
    home,
    run: (typed) => runIn(home, quick(typed)),
    start(typed) {
      const server = startIn(home, quick(typed))
      servers.push(server)
      return server
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.stop()
      rmSync(home, { recursive: true })
    },
  }
}

/**
 * The first command line goes through npx as it is written. The others start the program themselves, without npm's own second of
 * processor time at each command.
 */
export function npxOnce(program: string): (typed: string) => string {
  let isFirst = true
  return (typed) => {
    if (!typed.startsWith(NPX)) return typed
    const asWritten = isFirst
    isFirst = false
    return asWritten ? typed : `"${process.execPath}" "${program}" ${typed.slice(NPX.length)}`
  }
}

const NPX = 'npx gamegrid '

/** The environment of a plain shell: without the variables that npm passes to its scripts. */
export const outside = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  NO_COLOR: '1',
})

function runIn(cwd: string, typed: string): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done) => {
    const child = exec(typed, { cwd, env: outside(), maxBuffer: 64 << 20 }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
    )
    child.stdin?.end()
  })
}

function startIn(cwd: string, typed: string): RunningServer {
  const child = spawn(typed.replace(/ *&$/, ''), {
    cwd,
    shell: true,
    env: outside(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise((done) => void child.once('close', done))
  const said = new Promise<string>((done) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (/^Data /m.test(out)) done(out)
    })
    child.once('close', () => done(out))
  })
  return {
    said,
    async stop() {
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      // The whole process group: a shell and npm start further processes.
      if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

import { exec, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** A copy of the checkout after `npm ci`, in which the commands of a page run as a newcomer would run them. */
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
  const quick = npxOnce()
  return {
    home,
    run: (command) => runIn(home, quick(command)),
    start(command) {
      const server = startIn(home, command)
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
 * The first command line goes through npx as it is written. The others start the same program of the checkout themselves, without
 * npm's own second of processor time at each command.
 */
export function npxOnce(): (command: string) => string {
  let isFirst = true
  return (command) => {
    if (!command.startsWith(NPX)) return command
    const asWritten = isFirst
    isFirst = false
    return asWritten ? command : `"${process.execPath}" bin/gamegrid ${command.slice(NPX.length)}`
  }
}

const NPX = 'npx gamegrid '

/** The environment of a plain shell: without the variables that npm passes to its scripts. */
export const outside = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  NO_COLOR: '1',
})

function runIn(cwd: string, command: string): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done) => {
    const child = exec(command, { cwd, env: outside(), maxBuffer: 64 << 20 }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
    )
    child.stdin?.end()
  })
}

function startIn(cwd: string, command: string): RunningServer {
  const [program = '', ...args] = command.replace(/ *&$/, '').split(' ')
  const child = spawn(program, args, {
    cwd,
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
      // The whole process group: npx starts further processes.
      if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

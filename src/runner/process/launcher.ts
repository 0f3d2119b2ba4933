import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deferred, type Deferred } from '../../base/deferred.ts'
import { messageOf } from '../../base/message-of.ts'
import { stageFolder } from '../sandbox/stage.ts'
import { formatHello, STANDARD, type FromLauncher, type ToLauncher } from './launcher-messages.ts'
import { sendSignal } from './process-tree.ts'
import type { ChildExit, SpawnFailure, SpawnPlan, StartedChild } from './started-child.ts'
import { watchdog } from './watchdog.ts'

/**
 * Starts child processes from a small process of its own. To start a child, the kernel copies the page tables of the
 * process that starts it, and that process stands still meanwhile: 5 ms for every 100 MB. So a server, which is large
 * and must answer, leaves it to a launcher.
 */
export const launcher = {
  /** Set by `use`; a test may unset it. */
  isInUse: false,
  /**
   * From now on the children of this thread are started by a launcher. Call it early: the launcher itself is a child of
   * this process.
   */
  use(): void {
    if (process.platform !== 'linux') return
    launcher.isInUse = true
    try {
      launched()
    } catch {
      // The first child tries it again, and says why it cannot start.
    }
  },
  async spawn(plan: SpawnPlan): Promise<StartedChild | SpawnFailure> {
    try {
      return await launched().spawn(plan)
    } catch (error) {
      return lost(messageOf(error))
    }
  },
  get pid(): number | undefined {
    return current?.pid
  },
}

const launched = (): Launcher => (current ??= new Launcher(() => (current = undefined)))

let current: Launcher | undefined
let launchers = 0

interface Child {
  readonly stdio: readonly Duplex[]
  readonly started: Deferred<number | SpawnFailure>
  readonly exit: Deferred<ChildExit>
  pid?: number
}

/** The host's side of a launcher process. */
class Launcher {
  readonly #process: ChildProcess
  readonly #path: string
  readonly #up = deferred()
  readonly #children = new Map<string, Child>()
  readonly #onEnded: () => void
  #users = 0
  #hasEnded = false

  constructor(onEnded: () => void) {
    this.#onEnded = onEnded
    this.#path = join(stageFolder(), `launcher-${++launchers}`)
    watchdog.start()
    this.#process = spawn(process.execPath, [PROGRAM, this.#path], {
      // In a session of its own: Ctrl-C must not reach it.
      detached: true,
      cwd: '/',
      // Its children get the environment of their plan.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    // Errors of the launcher's start and of messages to it: `disconnect` or `exit` follow, or have come.
    this.#process.on('error', (error) => this.#end(error.message))
    for (const event of ['disconnect', 'exit']) this.#process.on(event, () => this.#end('it has ended'))
    this.#process.on('message', (message) => this.#hear(message as FromLauncher))
    this.#process.unref()
    this.#process.channel?.unref()
    // The launcher before its children: afterwards it can start no more of them.
    if (this.#process.pid !== undefined) watchdog.guard(this.#process.pid)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  async spawn(plan: SpawnPlan): Promise<StartedChild | SpawnFailure> {
    const release = this.#hold()
    try {
      await this.#up.promise
      const { stdio, started, exit } = this.#request(randomUUID(), plan)
      const pid = await started.promise
      if (typeof pid === 'number') {
        void exit.promise.then(release)
        return { pid, stdio, exit: exit.promise }
      }
      for (const stream of stdio) stream.destroy()
      release()
      return pid
    } catch (error) {
      release()
      throw error
    }
  }

  /** While a child runs or starts, the launcher keeps the event loop of the host going. */
  #hold(): () => void {
    if (this.#users++ === 0) this.#process.channel?.ref()
    return () => {
      if (--this.#users === 0) this.#process.channel?.unref()
    }
  }

  #request(id: string, plan: SpawnPlan): Child {
    const started = deferred<number | SpawnFailure>()
    const fail = (error: NodeJS.ErrnoException): void => {
      this.#tell({ kind: 'cancel', id })
      started.resolve({ code: error.code ?? '', message: error.message })
    }
    const standard = Array.from({ length: STANDARD }, (_, fd) => this.#connect(id, fd).once('error', fail))
    const control = Array.from({ length: plan.controlPipes }, (_, index) => this.#relay(id, STANDARD + index))
    const child: Child = { stdio: [...standard, ...control], started, exit: deferred() }
    this.#children.set(id, child)
    this.#tell({ kind: 'spawn', id, plan })
    return child
  }

  /** A connection that the launcher passes on to the child, as its stdin, stdout or stderr. */
  #connect(id: string, fd: number): Socket {
    const socket = connect(this.#path)
    // What a child writes to its stdin is not read.
    if (fd === 0) socket.pause()
    socket.write(formatHello(id, fd))
    return socket
  }

  /** A pipe of the child that the launcher relays. */
  #relay(id: string, fd: number): Duplex {
    return new Duplex({
      allowHalfOpen: false,
      read() {},
      write: (bytes: Buffer, _, done) => {
        this.#tell({ kind: 'write', id, fd, bytes })
        done()
      },
      final: (done) => {
        this.#tell({ kind: 'end', id, fd })
        done()
      },
    })
  }

  #tell(message: ToLauncher): void {
    if (this.#process.connected) this.#process.send(message)
  }

  #hear(message: FromLauncher): void {
    if (message.kind === 'up') return this.#up.resolve()
    const child = this.#children.get(message.id)
    if (child === undefined) return
    switch (message.kind) {
      case 'started':
        child.pid = message.pid
        return child.started.resolve(message.pid)
      case 'failed':
        this.#children.delete(message.id)
        return child.started.resolve(message.failure)
      case 'said':
        return void child.stdio[message.fd]?.push(message.bytes)
      case 'closed':
        return void child.stdio[message.fd]?.push(null)
      case 'exited':
        this.#children.delete(message.id)
        return child.exit.resolve({ kind: 'exited', code: message.code, signal: message.signal })
    }
  }

  #end(why: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnded()
    this.#up.reject(new Error(why))
    this.#up.promise.catch(() => {})
    if (this.#process.pid !== undefined) {
      sendSignal(this.#process.pid, 'SIGKILL')
      watchdog.release(this.#process.pid)
    }
    for (const { pid, started, exit, stdio } of this.#children.values()) {
      if (pid !== undefined) sendSignal(-pid, 'SIGKILL')
      started.resolve(lost(why))
      exit.resolve({ kind: 'lost' })
      // Output that has come can still be read.
      for (const stream of stdio.slice(STANDARD)) stream.destroy()
    }
    this.#children.clear()
  }
}

const lost = (why: string): SpawnFailure => ({
  code: 'ERR_LAUNCHER',
  message: `the process that starts programs failed: ${why}`,
})

/** The built package has JavaScript beside this file, a checkout has TypeScript. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './launcher-process.ts' : './launcher-process.js',
    import.meta.url,
  ),
)

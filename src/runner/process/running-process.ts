import { deferred } from '../../base/deferred.ts'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { BotProcess, ProcessEnd } from './bot-process.ts'
import { InputWriter } from './input-writer.ts'
import { OutputReader } from './output-reader.ts'
import type { ProcessTree } from './process-tree.ts'
import type { StartedChild } from './started-child.ts'
import { StderrCapture } from './stderr-capture.ts'
import { StderrRemarks } from './stderr-remarks.ts'
import { Suspension, type OnHeld } from './suspension.ts'

/** A program that has just been started, with or without a sandbox: what differs between the two. */
export interface Launch {
  readonly child: StartedChild
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** The bot's processes; undefined until the first one runs. */
  tree(): ProcessTree | undefined
  /** Its peak memory in bytes; 0 if unknown. A control group still knows it after the end. */
  peakBytes(): number
  /** Whether the program itself runs by now; left out where nothing has to be set up before it. */
  hasBegun?(): boolean
  /** Asks it to end; in a sandbox it is killed at once. */
  terminate(): void
  kill(): void
  /** Explains the exit of the child, from its status and its stderr. */
  explain(code: number | null, signal: NodeJS.Signals | null, stderr: string): ProcessEnd
  /** Called once it has ended: removes everything it used. */
  cleanUp(): void
  /** Polled every few milliseconds while the bot runs, where no control group limits memory. */
  isOverMemory?(): boolean
  readonly memoryMb?: number
}

/** The grace period between SIGTERM and SIGKILL. */
const GRACE_MS = 200
const MEMORY_POLL_MS = 5
const BEGIN_POLL_MS = 1
/** The most start-up time that a program can gain by taking the name of one of our tools. */
const LONGEST_BEGIN_MS = 30_000
/** The longest CPU time after a stop: no ordinary system call takes so long. */
const LONGEST_OVERRUN_MS = 10_000

/** The host's fault: the round is played again. */
const LOST: ProcessEnd = {
  kind: 'could-not-start',
  blame: 'host',
  message: 'Cannot go on with a program: the process that started it has ended',
}

export class RunningProcess implements BotProcess {
  readonly begun: Promise<void>
  readonly ended: Promise<ProcessEnd>
  readonly #launch: Launch
  readonly #clock: Clock
  readonly #input: InputWriter
  readonly #output: OutputReader
  readonly #stderr: StderrCapture
  readonly #remarks: StderrRemarks
  readonly #suspension: Suspension
  readonly #finish: (end: ProcessEnd) => void
  #cause: ProcessEnd | undefined
  #end: ProcessEnd | undefined
  #spentMs = 0
  #peakBytes = 0
  /** Bytes that the bot had written elsewhere than to us when all its output had arrived: if there are no more, all has arrived. */
  #elsewhere: number | undefined
  #cancelPoll = (): void => {}

  constructor(launch: Launch, clock: Clock, stderrCap: number) {
    this.#launch = launch
    this.#clock = clock
    this.#input = new InputWriter(launch.stdin)
    this.#output = new OutputReader(launch.stdout)
    this.#stderr = new StderrCapture(launch.stderr, stderrCap)
    this.#remarks = new StderrRemarks(launch.stderr)
    this.#suspension = new Suspension(
      () => launch.tree(),
      clock,
      () => this.#end !== undefined,
    )
    const { promise, resolve } = deferred<ProcessEnd>()
    this.ended = promise
    this.#finish = (end) => {
      if (this.#end) return
      this.peakMemory()
      this.#end = end
      this.#cancelPoll()
      this.#suspension[Symbol.dispose]()
      launch.cleanUp()
      launch.tree()?.[Symbol.dispose]()
      resolve(end)
    }
    this.begun = this.#waitForBegin()
    // The last output of an ended program is still in the pipe: wait for it before the end is explained.
    void launch.child.exit.then((exit) =>
      clock.settle(() =>
        this.#finish(
          this.#cause ??
            (exit.kind === 'lost' ? LOST : launch.explain(exit.code, exit.signal, this.errors())),
        ),
      ),
    )
    if (launch.isOverMemory) this.#pollMemory()
  }

  get end(): ProcessEnd | undefined {
    return this.#end
  }

  get ahead(): number {
    return this.#output.ahead
  }

  write(text: string): boolean {
    return this.#input.write(text)
  }

  closeInput(): void {
    this.#input.close()
  }

  read(): Promise<Buffer | undefined> {
    return this.#output.read()
  }

  drain(): Promise<Buffer> {
    return this.#output.drain(this.#clock)
  }

  errors(): string {
    return this.#stderr.text()
  }

  takeRemark(): string | undefined {
    return this.#remarks.take()
  }

  arrival(): Promise<void> | undefined {
    const written = this.#suspension.writtenAtRest()
    const elsewhere = written === undefined ? undefined : written - this.#arrived()
    if (elsewhere !== undefined && elsewhere === this.#elsewhere) return undefined
    return new Promise((resolve) =>
      this.#clock.settle(() => {
        this.#elsewhere = written === undefined ? undefined : written - this.#arrived()
        resolve()
      }),
    )
  }

  get overrunMs(): number {
    return this.#suspension.overrunMs
  }

  suspend(mostMs = LONGEST_OVERRUN_MS, onHeld?: OnHeld): boolean | Promise<boolean> {
    this.#input.cork()
    let held: Promise<number> | undefined
    const suspended = this.#suspension.suspend(
      (overrunMs) => {
        // A bot that is held is charged in its next turn, and has to live until then.
        if (overrunMs <= (held ? Math.max(mostMs, LONGEST_OVERRUN_MS) : mostMs)) return
        this.#cause ??= { kind: 'ran-on', ms: overrunMs }
        this.#launch.kill()
      },
      onHeld &&
        ((overrun) => {
          held = overrun
          onHeld(overrun)
        }),
    )
    if (!this.#launch.isOverMemory) return suspended
    // Until it has stopped it may still allocate memory. The caller gets the error of a stop that cannot be checked.
    Promise.resolve(suspended)
      .then(() => held)
      .then(
        () => this.#suspension.isSuspended && this.#cancelPoll(),
        () => {},
      )
    return suspended
  }

  resume(): void {
    if (this.#end) return
    this.#suspension.resume(() => this.#input.uncork())
    if (this.#launch.isOverMemory) this.#pollMemory()
  }

  spent(): number | undefined {
    if (process.platform !== 'linux') return undefined
    if (this.#end || this.#suspension.isCostOpen) return this.#spentMs
    const spent =
      (this.#suspension.spentAlone() ?? this.#launch.tree()?.spentMs() ?? 0) - this.#suspension.costMs
    // Rounded to nanoseconds, so that no difference comes from floating point.
    this.#spentMs = Math.max(this.#spentMs, Math.round(spent * 1e6) / 1e6)
    return this.#spentMs
  }

  peakMemory(): number | undefined {
    if (!this.#end) this.#peakBytes = Math.max(this.#peakBytes, this.#launch.peakBytes())
    return this.#peakBytes === 0 ? undefined : this.#peakBytes
  }

  awaitsInput(): boolean | undefined {
    return process.platform === 'linux' && !this.#end ? this.#launch.tree()?.awaitsInput() : undefined
  }

  async stop(): Promise<ProcessEnd> {
    if (!this.#end) {
      this.#cause ??= { kind: 'stopped' }
      this.#input.uncork()
      this.#input.close()
      // Close our end: a program that is blocked in a write could not end otherwise.
      this.#launch.stdout.destroy()
      this.#launch.terminate()
      const cancel = this.#clock.at(this.#clock.now() + GRACE_MS, () => this.#launch.kill())
      await this.ended
      cancel()
    }
    for (const stream of [this.#launch.stdin, this.#launch.stdout, this.#launch.stderr]) stream.destroy()
    return this.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  #arrived(): number {
    return this.#output.arrived + this.#stderr.arrived
  }

  async #waitForBegin(): Promise<void> {
    const until = this.#clock.now() + LONGEST_BEGIN_MS
    while (this.#launch.hasBegun?.() === false && !this.#end && this.#clock.now() < until)
      await new Promise<void>((resolve) => void this.#clock.at(this.#clock.now() + BEGIN_POLL_MS, resolve))
  }

  #pollMemory(): void {
    this.#cancelPoll()
    this.#cancelPoll = this.#clock.at(this.#clock.now() + MEMORY_POLL_MS, () => {
      if (this.#end) return
      if (!this.#launch.isOverMemory?.()) return this.#pollMemory()
      this.#cause ??= { kind: 'out-of-memory', limitMb: this.#launch.memoryMb ?? 0 }
      this.#launch.kill()
    })
  }
}

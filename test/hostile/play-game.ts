import { realClock } from '../../src/runner/clock.ts'
import type { BotProcess, ProcessEnd } from '../../src/runner/process/bot-process.ts'
import type { Verdict } from './table.ts'

/** The result of a game, as the host saw it. */
export interface GameReport {
  readonly verdict: Verdict
  readonly detail: string
  /** Attacks that the programs themselves report as successful. */
  readonly through: readonly string[]
  readonly stderrLength: number
  /** CPU time that the program used while the opponent was to move, in milliseconds. */
  readonly leakedMs: number
  readonly opponent: Verdict
}

export const STDERR_CAP = 64 * 1024
const START_MS = 120_000
const TURNS = 4
const LONGEST_LINE = 1024

/** The simplest game of two: the host says `go N`, the player says `N`. */
export async function playGame(
  program: BotProcess,
  opponent: BotProcess,
  moveMs: number,
): Promise<GameReport> {
  const players = [new Player(program), new Player(opponent)] as const
  const faults: [Fault | undefined, Fault | undefined] = [undefined, undefined]
  let leakedMs = 0
  for (const [seat, player] of players.entries())
    faults[seat as 0 | 1] = await player.expect('ready', START_MS)
  for (let turn = 0; turn < TURNS * 2 && !faults[0] && !faults[1]; turn++) {
    const seat = (turn % 2) as 0 | 1
    const before = players[0].process.spent() ?? Number.NaN
    const chargedBefore = players[0].chargedMs
    faults[seat] = await players[seat].ask(turn, seat === 0 ? moveMs : START_MS)
    if (seat === 1)
      leakedMs +=
        (players[0].process.spent() ?? Number.NaN) - before - ((await players[0].settled()) - chargedBefore)
  }
  await program.stop()
  await opponent.stop()
  const said = program.errors()
  const through = `${said}\n${opponent.errors()}`.split('\n').filter((line) => line.startsWith('THROUGH'))
  return {
    verdict: faults[0]?.verdict ?? 'plays',
    detail: faults[0]?.detail ?? '',
    through,
    stderrLength: said.length,
    leakedMs,
    opponent: faults[1]?.verdict ?? 'plays',
  }
}

interface Fault {
  readonly verdict: Verdict
  readonly detail: string
}

class Player {
  readonly process: BotProcess
  /** What the kernel did for it after its answers: a match charges it for that, and the opponent's clock starts again. */
  chargedMs = 0
  #held: Promise<void> = Promise.resolve()
  #rest = ''

  constructor(process: BotProcess) {
    this.process = process
  }

  async ask(number: number, limitMs: number): Promise<Fault | undefined> {
    const early = (await this.process.drain()).toString('latin1')
    if (early !== '' || this.#rest !== '') return { verdict: 'out of turn', detail: this.#rest + early }
    this.process.resume()
    this.process.write(`go ${number}\n`)
    return this.expect(String(number), limitMs)
  }

  /** What it was charged so far, once it is seen stopped. */
  async settled(): Promise<number> {
    await this.#held
    return this.chargedMs
  }

  /** Waits for exactly this line, and suspends the program afterwards. */
  async expect(wanted: string, limitMs: number): Promise<Fault | undefined> {
    const deadline = realClock.now() + limitMs
    while (!this.#rest.includes('\n')) {
      if (this.#rest.length > LONGEST_LINE) return this.#fault('line too long', '')
      const chunk = await until(this.process.read(), deadline)
      if (chunk === 'late') return this.#fault('time limit', this.#rest)
      if (chunk === undefined) return explain(await this.process.ended)
      this.#rest += chunk.toString('latin1')
    }
    // As a match does: a program of one thread that stopped at once before need not be seen stopped.
    await this.process.suspend(undefined, (overrun) => {
      this.#held = overrun.then((ms) => void (this.chargedMs += ms))
    })
    const [line = '', ...more] = this.#rest.split('\n')
    this.#rest = more.join('\n')
    if (line.length > LONGEST_LINE) return { verdict: 'line too long', detail: '' }
    return line.replace(/\r$/, '') === wanted ? undefined : { verdict: 'illegal output', detail: line }
  }

  async #fault(verdict: Verdict, detail: string): Promise<Fault> {
    await this.process.suspend()
    return { verdict, detail }
  }
}

function until<T>(promise: Promise<T>, deadline: number): Promise<T | 'late'> {
  const { promise: first, resolve, reject } = Promise.withResolvers<T | 'late'>()
  const cancel = realClock.at(deadline, () => resolve('late'))
  promise.then(resolve, reject).finally(cancel)
  return first
}

function explain(end: ProcessEnd): Fault {
  const detail = JSON.stringify(end)
  switch (end.kind) {
    case 'exited':
    case 'stopped':
      return { verdict: 'exited', detail }
    case 'killed':
    case 'ran-on':
      return { verdict: 'crashed', detail }
    case 'out-of-memory':
      return { verdict: 'memory limit', detail }
    case 'could-not-start':
      throw new Error(end.message)
  }
}

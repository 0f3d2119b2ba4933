import type { Connection, Contestant, Gone, Opening, StartUp } from '../protocols/protocol.ts'
import { connectStdio } from '../protocols/stdio/connect-stdio.ts'
import { realClock, within } from '../runner/clock.ts'
import { describeProcessEnd, type BotProcess, type ProcessEnd } from '../runner/process/bot-process.ts'
import { movesAlone, startPlayer } from '../runner/start-player.ts'
import type { Diary } from './diary.ts'
import { holdPipe } from './hold-pipe.ts'
import type { Patient, Trial } from './observation.ts'

/** Own turns in which the host's lines are held back, where they are at all. */
const HELD_TURNS = 3
/** A program that has closed its output mostly ends at once. */
const CLOSING_MS = 100

/** The patient as a contestant: it plays as ever, and all that can be seen of it goes into the diary. */
export function observed(patient: Patient, trial: Trial, diary: Diary): Contestant {
  const { name, bot } = patient
  return {
    name,
    bot,
    connect: (opening, signal, callbacks) =>
      patient.kind === 'program'
        ? connectProgram(patient, trial, diary, opening, signal, callbacks?.startUp)
        : connectBrain(patient, diary, opening, signal),
  }
}

async function connectProgram(
  patient: Extract<Patient, { readonly kind: 'program' }>,
  trial: Trial,
  diary: Diary,
  opening: Opening,
  signal: AbortSignal,
  startUp: StartUp | undefined,
): Promise<Connection | Gone> {
  const { dialect } = patient
  const program = await startPlayer(patient.process, opening, signal, realClock, startUp)
  let began = realClock.now()
  void program.begun.then(() => (began = realClock.now()))
  let turns = 0
  let isAtPeace = false
  let clock = startTurn(program)
  let reached = (): void => {}
  const pipe = holdPipe(program, diary, {
    holds: () => trial.holds && turns <= HELD_TURNS,
    onHeld: () => reached(),
    closes: () => trial.closes && isAtPeace,
  })
  diary.awaited = dialect.id === 'json' ? 'greeting' : dialect.id === 'light-cycle' ? 'ready' : 'nothing'
  const connection = await connectStdio(dialect, pipe, opening, signal, {
    whyEnded: async () => explain((await within(realClock, CLOSING_MS, program.ended))?.value),
  })
  if ('kind' in connection) return connection
  diary.startMs = realClock.now() - began
  const takesTurns = movesAlone(opening)
  if (takesTurns) await program.suspend()
  return {
    tell: (...change) => connection.tell(...change),
    async ask(question, until, timing) {
      turns++
      if (takesTurns) program.resume()
      isAtPeace = false
      clock = startTurn(program)
      // On a wire where the program must ask for the question first, the time begins with the question.
      diary.awaited = dialect.id === 'light-cycle' ? 'ready' : 'move'
      timing?.reached()
      reached = (): void => {
        clock = startTurn(program)
        timing?.reached()
      }
      const onReached = (): void => {
        diary.awaited = 'move'
        reached()
      }
      const answer = await connection.ask(question, until, {
        reached: onReached,
        heard: () => timing?.heard(),
      })
      timing?.heard()
      const spent = clock()
      if (takesTurns) await program.suspend()
      isAtPeace = answer.kind !== 'gone'
      if (isAtPeace) diary.times.push({ turn: question.turn + 1, ...spent })
      return answer.kind === 'move' || answer.kind === 'gone' ? { ...answer, spent } : answer
    },
    spent: () => clock(),
    async [Symbol.asyncDispose]() {
      if (takesTurns) program.resume()
      await connection[Symbol.asyncDispose]()
    },
  }
}

function startTurn(program: BotProcess): () => { readonly wall: number; readonly cpu?: number } {
  const began = realClock.now()
  const cpuBefore = program.spent()
  return () => {
    const cpu = program.spent()
    return {
      wall: tenths(realClock.now() - began),
      ...(cpu !== undefined && cpuBefore !== undefined && { cpu: tenths(cpu - cpuBefore) }),
    }
  }
}

/** A brain has no wire: its conversation is written down in our own words. */
async function connectBrain(
  patient: Extract<Patient, { readonly kind: 'brain' }>,
  diary: Diary,
  opening: Opening,
  signal: AbortSignal,
): Promise<Connection | Gone> {
  const contestant = patient.makeContestant((line) => (diary.errors += `${line}\n`))
  const began = realClock.now()
  const connection = await contestant.connect(opening, signal)
  if ('kind' in connection) return connection
  diary.startMs = realClock.now() - began
  return {
    tell: (...change) => connection.tell(...change),
    async ask(question, until, timing) {
      const { turn, legal } = question
      const some = legal.slice(0, 6).join(' ')
      const more = legal.length > 6 ? ` … (${legal.length} in all)` : ''
      diary.moments.push({ kind: 'sent', text: `turn ${turn + 1}, legal: ${some}${more}\n` })
      diary.awaited = 'move'
      const asked = realClock.now()
      const answer = await connection.ask(question, until, timing)
      if (answer.kind !== 'gone') diary.times.push({ turn: turn + 1, wall: tenths(realClock.now() - asked) })
      const said = answer.kind === 'move' ? answer.text : answer.kind === 'gone' ? '' : answer.kind
      if (said !== '') diary.moments.push({ kind: 'came', bytes: new TextEncoder().encode(`${said}\n`) })
      return answer
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

const tenths = (ms: number): number => Math.round(Math.max(0, ms) * 10) / 10

/** One that lives on has only closed its output. */
function explain(end: ProcessEnd | undefined): Gone {
  if (end === undefined) return { kind: 'gone', cause: 'silent', detail: 'it closed its output' }
  if (end.kind === 'could-not-start' && end.blame === 'host') throw new Error(end.message)
  const detail = describeProcessEnd(end)
  if (end.kind === 'out-of-memory') return { kind: 'gone', cause: 'out-of-memory', detail }
  const isQuiet = end.kind === 'stopped' || (end.kind === 'exited' && end.code === 0)
  return { kind: 'gone', cause: isQuiet ? 'silent' : 'crashed', detail }
}

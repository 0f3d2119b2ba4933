import type { Connection, Contestant, Gone, Opening } from '../protocols/protocol.ts'
import { realClock } from '../runner/clock.ts'
import type { BotProcess } from '../runner/process/bot-process.ts'
import { programContestant } from '../runner/program-contestant.ts'
import type { Diary } from './diary.ts'
import { holdPipe } from './hold-pipe.ts'
import { expectationAt, type Knowledge } from './knowledge.ts'
import type { Patient, Trial, TurnTime } from './observation.ts'

/** In rounds with held lines, they are held in the first so many of the bot's turns. */
const HELD_TURNS = 3

/** The bot under examination as a contestant: it plays as usual, and the diary logs it. */
export function observed(patient: Patient, trial: Trial, diary: Diary, knows: Knowledge): Contestant {
  const { name, bot } = patient
  return {
    name,
    bot,
    connect:
      patient.kind === 'program'
        ? connectProgram(patient, trial, diary, knows)
        : (opening, signal) => connectBrain(patient, diary, opening, signal),
  }
}

function connectProgram(
  patient: Extract<Patient, { readonly kind: 'program' }>,
  trial: Trial,
  diary: Diary,
  knows: Knowledge,
): Contestant['connect'] {
  let began = realClock.now()
  let turns = 0
  let isAtPeace = false
  let onHeld = (): void => {}
  let startMeasuring = (): Measure => () => ({ wall: 0 })
  const contestant = programContestant({
    ...patient,
    pipeOf(program) {
      void program.begun.then(() => (began = realClock.now()))
      startMeasuring = () => measureTurn(program)
      return holdPipe(program, diary, {
        holds: () => trial.holds && turns <= HELD_TURNS,
        onHeld: () => onHeld(),
        closes: () => trial.closes && isAtPeace,
      })
    },
  })
  if (knows.opening.length > 0) diary.awaited = 'greeting'
  return async (opening, signal, callbacks) => {
    diary.seatSeed = opening.seed
    const connection = await contestant.connect(opening, signal, { startUp: callbacks?.startUp })
    if ('kind' in connection) return connection
    diary.startMs = realClock.now() - began
    return {
      ...connection,
      async ask(question, until, timing) {
        turns++
        isAtPeace = false
        diary.awaited = expectationAt(knows, knows.opening.length).awaited
        let measure = startMeasuring()
        let spent: Omit<TurnTime, 'turn'> | undefined
        let reached = 0
        onHeld = () => {
          measure = startMeasuring()
          timing?.reached()
        }
        const answer = await connection.ask(question, until, {
          ...timing,
          reached() {
            // The first call says that the program may run. The second comes from the wire: the program has got the question.
            if (++reached === 2) diary.awaited = 'move'
            onHeld()
          },
          heard() {
            spent ??= measure()
            timing?.heard()
          },
        })
        isAtPeace = answer.kind !== 'gone'
        if (isAtPeace) diary.times.push({ turn: question.turn + 1, ...(spent ?? measure()) })
        return answer
      },
    }
  }
}

type Measure = () => Omit<TurnTime, 'turn'>

function measureTurn(program: BotProcess): Measure {
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

/** A brain has no wire: the diary gets a line for each question and each answer. */
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

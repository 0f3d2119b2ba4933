import { CHALLENGES } from '../challenges/index.ts'
import { examine } from '../doctor/examine.ts'
import type { Patient } from '../doctor/observation.ts'
import { formatReport, reportObject, type Paint } from '../doctor/report.ts'
import { describeClock } from '../match/clock.ts'
import { parseClock, parseStartUp } from '../match/rules.ts'
import { makeContestant, nameBot, readBot } from './bots.ts'
import { badArgument, findOrExit, orExit, type ExitCode } from './problem.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

export interface CheckFlags {
  readonly clock?: string
  readonly startUp?: string
  readonly json?: true
  readonly sandbox?: true
  readonly pty?: true
  readonly wire?: string
}

/** `gamegrid check`: the protocol doctor. 0 for a bot that conforms, 1 for one that does not. */
export async function check(
  id: string,
  word: string,
  flags: CheckFlags,
  print: (line: string) => void = console.log,
): Promise<ExitCode> {
  const challenge = findOrExit('challenge', id, CHALLENGES)
  const clock = flags.clock === undefined ? challenge.rules.clock : orExit(parseClock(flags.clock))
  const { name, bot } = nameBot(word)
  const source = readBot(bot, {
    challenge,
    ...(flags.sandbox && { sandbox: true }),
    ...(flags.pty && { pty: true }),
    ...(flags.wire !== undefined && { wire: flags.wire }),
  })
  if (source.kind === 'human') throw badArgument('Cannot check a human: expected a program or a brain')
  const patient: Patient =
    source.kind === 'program'
      ? { ...source, name, bot }
      : {
          kind: 'brain',
          name,
          bot,
          makeContestant: (onLog) => makeContestant(source, name, bot, { challenge }, onLog),
        }
  const spoken = patient.kind === 'program' ? ` on the ${patient.dialect.id} wire` : ''
  print(printable(`${challenge.title}: checking ${name}${spoken} (${describeClock(clock)})\n`))
  const { rules } = challenge
  const startUpMs = flags.startUp === undefined ? rules.startUpMs : orExit(parseStartUp(flags.startUp))
  const examined = await examine(patient, { ...challenge, rules: { ...rules, startUpMs } }, clock)
  const examination = orExit(examined, !examined.ok && examined.problem.code === 'bad-wire' ? 2 : 1)
  print(formatReport(examination, name, paint))
  if (flags.json) print(JSON.stringify({ challenge: challenge.id, bot, name, ...reportObject(examination) }))
  return examination.conforms ? 0 : 1
}

const COLOURS = { good: 'green', bad: 'red', doubt: 'yellow', dim: 'gray' } as const

/** Adds colours on a terminal. Control characters from the bot are made visible, so they cannot disturb it. */
const paint: Paint = (style, text) =>
  style === 'plain' ? printable(text) : styled(COLOURS[style], printable(text))

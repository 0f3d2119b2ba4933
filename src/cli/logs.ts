import { setTimeout } from 'node:timers/promises'
import type { FindingBody, FindingsBody, LineBody, LogBody, LogsBody, MatchBody } from '../api/matches.ts'
import { readTeamAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { describeOutcome, namesIn } from './match-words.ts'
import { whoAmI } from './own-bots.ts'
import { badArgument } from './problem.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

export interface LogsFlags {
  readonly all?: true
  readonly json?: true
}

/** Lines of the wire that are shown: the end of a match says most about it. */
const LAST_LINES = 40

/** `gamegrid logs`: why a match ended as it did, what the doctor finds, and what the own players wrote and were told. */
export async function logs(id: string, flags: LogsFlags): Promise<void> {
  if (!/^[1-9]\d{0,11}$/.test(id))
    throw badArgument(`Cannot show the logs of ${JSON.stringify(id)}: expected the number of a match`)
  const account = readTeamAccount()
  const team = await whoAmI(account)
  const match = await askArena<MatchBody>(account, `/matches/${id}`)
  const { logs: own } = await untilComplete(match, () => askArena<LogsBody>(account, `/matches/${id}/logs`))
  const { findings } = await askArena<FindingsBody>(account, `/matches/${id}/findings`)
  if (flags.json) return console.log(JSON.stringify({ match, findings, logs: own }))
  const [first, second] = namesIn(match)
  console.log(
    styled(
      'bold',
      printable(
        `Match ${id}${match.origin === 'ladder' ? ' of the ladder' : ''}, ${match.title}: ${first} against ${second}`,
      ),
    ),
  )
  console.log(printable(`${describeOutcome(match, team.id)}${match.end === null ? '' : `: ${match.end}`}`))
  for (const finding of findings) console.log(printable(describeFinding(finding).join('\n')))
  for (const log of own) console.log(describeLog(log, flags.all ? Infinity : LAST_LINES).join('\n'))
}

/**
 * Waits for the last lines of a match that is over: they are stored within seconds. It does not wait for those of a
 * running match.
 */
async function untilComplete(match: MatchBody, read: () => Promise<LogsBody>): Promise<LogsBody> {
  let logs = await read()
  for (let tries = 0; match.status === 'over' && !logs.complete && tries < MOST_TRIES; tries++) {
    await setTimeout(TRY_MS)
    logs = await read()
  }
  return logs
}

const TRY_MS = 250
const MOST_TRIES = 20

function describeFinding({ severity, title, detail, advice, round, turn }: FindingBody): readonly string[] {
  const where = `round ${round + 1}${turn === null ? '' : `, after ${turn} turns`}`
  return [
    `${severity === 'failure' ? '✗' : '!'} ${title} (${where})`,
    ...[detail, advice].flatMap((text) => (text === null ? [] : text.split('\n').map((line) => `  ${line}`))),
  ]
}

function describeLog({ name, stderr, lines, note }: LogBody, most: number): readonly string[] {
  const shown = lines.slice(Math.max(0, lines.length - most))
  const left = lines.length - shown.length
  return [
    ...(note === null ? [] : ['', printable(note)]),
    ...(stderr === null || stderr === ''
      ? []
      : ['', styled('bold', printable(`${name} wrote to stderr`)), printable(stderr.trimEnd())]),
    ...(shown.length === 0
      ? []
      : ['', styled('bold', printable(`The wire of ${name}: > the arena, < the bot`))]),
    ...(left === 0 ? [] : [styled('dim', `… ${left} earlier lines, --all shows them`)]),
    ...shown.map(describeLine),
  ]
}

const SPEAKERS = { arena: '>', team: '<', note: '!' } as const

const describeLine = ({ from, text, round, turn }: LineBody): string =>
  `${`${round + 1}.${turn}`.padStart(6)} ${SPEAKERS[from]} ${printable(text)}`

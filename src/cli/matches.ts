import type { MatchBody, MatchList } from '../api/matches.ts'
import { readTeamAccount, type ArenaAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { describeOutcome, nameOf, namesIn, playerOf } from './match-words.ts'
import { readOwnBot, whoAmI } from './own-bots.ts'
import { GAMEGRID } from './own-package.ts'
import { readCount } from './read-count.ts'
import { tableText } from './table-text.ts'

export interface MatchesFlags {
  readonly bot?: string
  readonly limit?: string
  readonly ladder?: true
  readonly json?: true
}

const MOST = 100

/**
 * `gamegrid matches`: the last matches of the team, or of one of its bots. The ladder calls an enrolled bot for ever, so its
 * matches are summed up in one line; `--ladder` lists them.
 */
export async function matches(flags: MatchesFlags): Promise<void> {
  const account = readTeamAccount()
  const team = await whoAmI(account)
  const limit = readCount('limit', flags.limit ?? '20', 1, MOST)
  const bot = flags.bot === undefined ? undefined : await readOwnBot(account, team.id, flags.bot)
  const list: MatchBody[] = []
  const called: MatchBody[] = []
  for await (const match of newestMatches(account, team.id)) {
    if (bot && !match.players.some(({ program }) => program?.id === bot.id)) continue
    const isCalled = match.origin === 'ladder'
    if (isCalled) called.push(match)
    if (isCalled === (flags.ladder === true)) list.push(match)
    if (list.length === limit) break
  }
  const ladder = sumUp(called, team.id)
  if (flags.json) return console.log(JSON.stringify({ matches: list, ladder }))
  if (list.length > 0) console.log(matchTable(list, team.id).join('\n'))
  if (called.length > 0) console.log(describeSum(ladder) + (flags.ladder ? '' : HOW_TO_LIST))
  else if (list.length === 0) console.log(flags.ladder ? NOT_CALLED : NO_MATCHES)
}

const NO_MATCHES = `No matches yet: ${GAMEGRID} challenge house:random starts one`
const NOT_CALLED = `No matches of the ladder yet: ${GAMEGRID} ladder --enrol enrols your bot`

/** Pages that are read at most: many matches of the ladder may lie before the last one that the team began itself. */
const MOST_PAGES = 5

async function* newestMatches(account: ArenaAccount, team: number): AsyncGenerator<MatchBody> {
  let before = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `/matches?player=${team}&limit=${MOST}${before}`
    const { matches: found, next } = await askArena<MatchList>(account, path)
    yield* found
    if (next === null) return
    before = `&before=${next}`
  }
}

interface LadderSum {
  readonly matches: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  /** The oldest of them. */
  readonly since: number | null
}

function sumUp(called: readonly MatchBody[], team: number): LadderSum {
  const outcomes = called.map((match) => describeOutcome(match, team))
  const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length
  return {
    matches: called.length,
    won: count('won'),
    drawn: count('drawn'),
    lost: count('lost'),
    since: called.at(-1)?.id ?? null,
  }
}

const describeSum = ({ matches: all, won, drawn, lost, since }: LadderSum): string =>
  `The ladder called you to ${all === 1 ? '1 match' : `${all} matches`} since match ${since}: won ${won}, drawn ${drawn}, lost ${lost}`

const HOW_TO_LIST = `; ${GAMEGRID} matches --ladder lists them`

const matchTable = (list: readonly MatchBody[], team: number): readonly string[] =>
  tableText(
    {
      id: 'matches',
      title: 'Matches, the newest first',
      columns: [
        { title: 'match', isNumber: true },
        { title: 'challenge', isNumber: false },
        { title: 'you', isNumber: false },
        { title: 'against', isNumber: false },
        { title: 'result', isNumber: false },
        { title: 'how', isNumber: false },
      ],
      rows: list.map((match) => {
        const own = playerOf(match, team) ?? 0
        const player = match.players[own]
        const version = player?.program ? ` v${player.program.version}` : ''
        return [
          String(match.id),
          match.challenge,
          player ? `${nameOf(player)}${version}` : '?',
          namesIn(match)[own === 0 ? 1 : 0],
          describeOutcome(match, team),
          match.end ?? '',
        ]
      }),
      notes: [`${GAMEGRID} logs MATCH says why a match was lost`],
    },
    process.stdout.isTTY ? { width: process.stdout.columns } : {},
  )

import type { MatchBody, MatchList } from '../api/matches.ts'
import { readTeamAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { describeOutcome, nameOf, namesIn, playerOf } from './match-words.ts'
import { readOwnBot, whoAmI } from './own-bots.ts'
import { GAMEGRID } from './own-package.ts'
import { readCount } from './read-count.ts'
import { tableText } from './table-text.ts'

export interface MatchesFlags {
  readonly bot?: string
  readonly limit?: string
  readonly json?: true
}

const MOST = 100

/** `gamegrid matches`: the last matches of the team, or of one of its bots. */
export async function matches(flags: MatchesFlags): Promise<void> {
  const account = readTeamAccount()
  const team = await whoAmI(account)
  const limit = readCount('limit', flags.limit ?? '20', 1, MOST)
  const bot = flags.bot === undefined ? undefined : await readOwnBot(account, team.id, flags.bot)
  // Matches of one bot are among those of the team.
  const page = `/matches?player=${team.id}&limit=${bot ? MOST : limit}`
  const { matches: all } = await askArena<MatchList>(account, page)
  const shown = all.filter((match) => !bot || match.players.some(({ program }) => program?.id === bot.id))
  const list = shown.slice(0, limit)
  if (flags.json) return console.log(JSON.stringify({ matches: list }))
  if (list.length === 0) return console.log(`No matches yet: ${GAMEGRID} challenge house:random starts one`)
  console.log(matchTable(list, team.id).join('\n'))
}

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

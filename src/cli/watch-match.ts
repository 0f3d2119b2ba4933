import type { MatchBody } from '../api/matches.ts'
import { findGame } from '../games/index.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Match } from '../match/match.ts'
import { readEventLine, readHeaderLine } from '../match/read-line.ts'
import type { ArenaAccount } from './arena-account.ts'
import { namesIn } from './match-words.ts'
import { orExit } from './problem.ts'
import { readEvents } from './read-events.ts'
import { openWatch } from './watch.ts'

/** Shows a match of an arena in the terminal while it is played, until its record ends. */
export async function watchMatch(account: ArenaAccount, { id, title, ...rest }: MatchBody): Promise<void> {
  let match: Match | undefined
  let at = 0
  const names = namesIn({ id, title, ...rest })
  const watch = await openWatch({ challenge: { title }, names, elapsed: () => at })
  await readEvents(account, `/matches/${id}/events`, ({ event, data }) => {
    if (event !== undefined) return
    if (!match) {
      const { spec } = orExit(readHeaderLine(data, findGame), 1)
      match = startMatch(spec).match
      return
    }
    const happened = readEventLine(data)
    if (happened === undefined || happened === 'over') return
    at = happened.at
    match = advance(match, happened).match
    watch.show(happened, match)
  })
  if (match) watch.close(match)
}

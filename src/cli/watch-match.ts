import type { MatchBody } from '../api/matches.ts'
import { findGame } from '../games/index.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Match } from '../match/match.ts'
import { readEventLine, readHeaderLine } from '../match/read-line.ts'
import type { ArenaAccount } from './arena-account.ts'
import { namesIn } from './match-words.ts'
import { orExit } from './problem.ts'
import { readEvents } from './read-events.ts'
import { openWatch, type Watch } from './watch.ts'

/** Shows a match of an arena in the terminal while it is played, until its record ends. */
export async function watchMatch(account: ArenaAccount, { id, title, ...rest }: MatchBody): Promise<void> {
  let shown: { readonly watch: Watch; match: Match } | undefined
  let at = 0
  const names = namesIn({ id, title, ...rest })
  await readEvents(account, `/matches/${id}/events`, ({ event, data }) => {
    if (event !== undefined) return
    if (!shown) {
      const { spec } = orExit(readHeaderLine(data, findGame), 1)
      const watch = openWatch({ challenge: { title }, names, elapsed: () => at })
      shown = { watch, match: startMatch(spec).match }
      return
    }
    const happened = readEventLine(data)
    if (happened === undefined || happened === 'over') return
    at = happened.at
    shown.match = advance(shown.match, happened).match
    shown.watch.show(happened, shown.match)
  })
  shown?.watch.close(shown.match)
}

import type { LadderBody, LadderRowBody } from '../api/ladder.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { readAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { readBotNote } from './bot-note.ts'
import { badArgument } from './problem.ts'
import { tableText } from './table-text.ts'

/** `gamegrid ladder`: the ratings of all bots and of the house brains at a challenge. */
export async function ladder(named: string | undefined, flags: { readonly json?: true }): Promise<void> {
  const challenge = named ?? readBotNote('.').challenge
  if (challenge === undefined)
    throw badArgument(
      `Cannot tell which ladder you mean: name a challenge, ${CHALLENGES.map(({ id }) => id).join(', ')}`,
    )
  const body = await askArena<LadderBody>(
    readAccount(),
    `/challenges/${encodeURIComponent(challenge)}/ladder`,
  )
  if (flags.json) return console.log(JSON.stringify(body))
  const table = {
    id: 'ladder',
    title: `The ladder of ${body.title}`,
    columns: [
      { title: '', isNumber: true },
      { title: 'bot', isNumber: false },
      { title: 'rating', isNumber: true },
      { title: '±', isNumber: true },
      { title: 'games', isNumber: true },
    ],
    rows: body.rows.map((row) => [
      String(row.rank),
      nameOf(row),
      String(row.rating),
      row.plusMinus === null ? '' : String(row.plusMinus),
      String(row.games),
    ]),
    notes: [`${body.games} rated games`],
  }
  console.log(tableText(table, process.stdout.isTTY ? { width: process.stdout.columns } : {}).join('\n'))
}

const nameOf = ({ house, team, bot }: LadderRowBody): string =>
  house === null ? `${team?.name ?? '?'} · ${bot?.name ?? '?'} v${bot?.version ?? '?'}` : `house:${house}`

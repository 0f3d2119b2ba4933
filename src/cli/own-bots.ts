import type { BotBody, BotList } from '../api/bots.ts'
import type { PersonBody } from '../api/people.ts'
import type { ArenaAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { readBotNote } from './bot-note.ts'
import { badArgument, suggestName } from './problem.ts'

export const whoAmI = (account: ArenaAccount): Promise<PersonBody> => askArena(account, '/me')

const PAGE = 100

/** All bots of a team, the oldest first. */
export async function botsOf(account: ArenaAccount, team: number): Promise<readonly BotBody[]> {
  const all: BotBody[] = []
  for (;;) {
    const last = all.at(-1)
    const after = last === undefined ? '' : `&after=${last.id}`
    const { bots } = await askArena<BotList>(account, `/bots?player=${team}&limit=${PAGE}${after}`)
    all.push(...bots)
    if (bots.length < PAGE) return all
  }
}

/** The bot of that name or id. */
export const findBot = (bots: readonly BotBody[], wanted: string): BotBody | undefined =>
  bots.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
  bots.find(({ id }) => String(id) === wanted)

/** The bot that a command means: the one that is named, that of this folder, or the only one. */
export async function readOwnBot(
  account: ArenaAccount,
  team: number,
  named: string | undefined,
): Promise<BotBody> {
  const bots = await botsOf(account, team)
  const wanted = named ?? readBotNote('.').bot
  const [only, second] = bots
  if (only === undefined) throw badArgument('Your team has no bot in this arena yet: upload one first')
  if (wanted === undefined) {
    if (second === undefined) return only
    throw badArgument(`Cannot tell which bot you mean: name one with --bot, ${listNames(bots)}`)
  }
  const found = findBot(bots, wanted)
  if (found) return found
  throw badArgument(
    `Your team has no bot ${JSON.stringify(wanted)}: ${suggestName(
      wanted,
      bots.map(({ name }) => name),
    )}`,
  )
}

const listNames = (bots: readonly BotBody[]): string => bots.map(({ name }) => name).join(', ')

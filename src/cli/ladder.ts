import type { EnrolmentBody, LadderBody, LadderBotBody } from '../api/ladder.ts'
import type { BotBody } from '../api/bots.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { ReportTable } from '../tournament-runner/report-table.ts'
import { readAccount, readTeamAccount, type ArenaAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { readBotNote } from './bot-note.ts'
import { ladderTable, versionTable } from './ladder-text.ts'
import { readOwnBot, whoAmI } from './own-bots.ts'
import { badArgument } from './problem.ts'
import { readCount } from './read-count.ts'
import { tableText } from './table-text.ts'
import { printable } from './text.ts'

/** `true` means the bot of this folder. */
type NamedBot = string | true

export interface LadderFlags {
  readonly bot?: NamedBot
  readonly enrol?: NamedBot
  readonly leave?: NamedBot
  readonly season?: string
  readonly json?: true
}

/** `gamegrid ladder`: the ratings at a challenge, or the versions of an own bot; enrols a bot, and takes it out. */
export async function ladder(challenge: string | undefined, flags: LadderFlags): Promise<void> {
  const { bot, enrol, leave, season } = flags
  const asked = Object.entries({ bot, enrol, leave, season }).filter(([, value]) => value !== undefined)
  if (asked.length > 1)
    throw badArgument(`Cannot use ${asked.map(([name]) => `--${name}`).join(' and ')} together: choose one`)
  if (enrol !== undefined) return setEnrolment('PUT', challenge, enrol, flags)
  if (leave !== undefined) return setEnrolment('DELETE', challenge, leave, flags)
  if (bot !== undefined) return showVersions(challenge, bot, flags)
  const query = season === undefined ? '' : `?season=${readCount('season', season, 1, 1_000_000)}`
  const path = `/challenges/${encodeURIComponent(readChallenge(challenge))}/ladder${query}`
  const body = await askArena<LadderBody>(readAccount(), path)
  print(flags, body, () => ladderTable(body))
}

/** Enrols a bot in the ladder of what it plays. The answer says how the bot stands there. */
export const enrolBot = (account: ArenaAccount, bot: BotBody): Promise<EnrolmentBody> =>
  askArena(account, pathOf(bot), { method: 'PUT' })

async function setEnrolment(
  method: 'PUT' | 'DELETE',
  challenge: string | undefined,
  named: NamedBot,
  flags: LadderFlags,
): Promise<void> {
  const account = readTeamAccount()
  const bot = await readBot(account, challenge, named)
  const body =
    method === 'PUT'
      ? await enrolBot(account, bot)
      : await askArena<EnrolmentBody>(account, pathOf(bot), { method })
  console.log(flags.json ? JSON.stringify(body) : printable(body.message))
}

async function showVersions(
  challenge: string | undefined,
  named: NamedBot,
  flags: LadderFlags,
): Promise<void> {
  const account = readTeamAccount()
  const body = await askArena<LadderBotBody>(account, pathOf(await readBot(account, challenge, named)))
  print(flags, body, () => versionTable(body))
}

const pathOf = ({ challenge, id }: BotBody): string =>
  `/challenges/${encodeURIComponent(challenge)}/ladder/bots/${id}`

async function readBot(
  account: ArenaAccount,
  challenge: string | undefined,
  named: NamedBot,
): Promise<BotBody> {
  const { id } = await whoAmI(account)
  const bot = await readOwnBot(account, id, named === true ? undefined : named)
  if (challenge !== undefined && challenge !== bot.challenge)
    throw badArgument(`${bot.name} is not in the ladder of ${challenge}: it plays ${bot.challenge}`)
  return bot
}

function readChallenge(named: string | undefined): string {
  const challenge = named ?? readBotNote('.').challenge
  if (challenge !== undefined) return challenge
  const known = CHALLENGES.map(({ id }) => id).join(', ')
  throw badArgument(`Cannot tell which ladder you mean: name a challenge, ${known}`)
}

function print({ json }: LadderFlags, body: object, table: () => ReportTable): void {
  const screen = process.stdout.isTTY ? { width: process.stdout.columns } : {}
  console.log(json ? JSON.stringify(body) : tableText(table(), screen).join('\n'))
}

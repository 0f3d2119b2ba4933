import type { BotBody } from '../api/bots.ts'
import type { GameBody, NewGameBody } from '../api/games.ts'
import type { MatchBody } from '../api/matches.ts'
import type { TeamBody, TeamList } from '../api/people.ts'
import { pause, realClock } from '../runner/clock.ts'
import { readTeamAccount, type ArenaAccount } from './arena-account.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { askArena } from './ask-arena.ts'
import { readBotNote } from './bot-note.ts'
import { describeOutcome, namesIn } from './match-words.ts'
import { overRestarts } from './over-restarts.ts'
import { botsOf, readOwnBot, whoAmI } from './own-bots.ts'
import { GAMEGRID } from './own-package.ts'
import { badArgument, CommandError, findOrExit, suggestName } from './problem.ts'
import { printable } from './text.ts'
import { watchMatch } from './watch-match.ts'

export interface ChallengeFlags {
  readonly bot?: string
  readonly challenge?: string
  readonly byHand?: true
  readonly watch?: true
  readonly wait: boolean
  readonly json?: true
}

/**
 * `gamegrid challenge`: plays a match of an own bot against a house brain or the bot of another team, which counts nowhere. Where
 * a person is to play, it sends the other team an invitation.
 */
export async function challengeTeam(opponent: string, flags: ChallengeFlags): Promise<void> {
  const account = readTeamAccount()
  const team = await whoAmI(account)
  if (flags.byHand) return invite(account, opponent, flags)
  const bot = await readOwnBot(account, team.id, flags.bot)
  const against = await readOpponent(account, opponent, bot)
  const json = { challenge: bot.challenge, players: [`bot:${bot.id}`, against] }
  const begun = await askArena<MatchBody>(account, '/matches', { method: 'POST', json })
  const [first, second] = namesIn(begun)
  const say = flags.json ? console.error : console.log
  say(printable(`Match ${begun.id}: ${first} against ${second}, ${account.url}/matches/${begun.id}`))
  if (!flags.wait) return flags.json ? console.log(JSON.stringify(begun)) : undefined
  if (flags.watch) await watchMatch(account, await untilPlaying(account, begun))
  const match = await untilOver(account, begun)
  if (flags.json) console.log(JSON.stringify(match))
  else console.log(printable(`${describeOutcome(match, team.id)}: ${match.end ?? ''}`))
  say(`Why: ${GAMEGRID} logs ${match.id}`)
}

/** `house:NAME`, `bot:ID`, or the bot of the team with that name or id. */
async function readOpponent(account: ArenaAccount, opponent: string, own: BotBody): Promise<string> {
  if (/^(?:house|bot):/.test(opponent)) return opponent
  const team = await findTeam(account, opponent)
  const ready = (await botsOf(account, team.id)).filter(
    (bot) => bot.challenge === own.challenge && bot.plays !== null && bot.id !== own.id,
  )
  const [first] = ready.toReversed()
  if (first) return `bot:${first.id}`
  throw new CommandError(
    `${team.name} has no bot that is ready to play ${own.challenge}: ${GAMEGRID} challenge ${JSON.stringify(team.name)} --by-hand invites it to a game`,
    1,
  )
}

async function findTeam(account: ArenaAccount, named: string): Promise<TeamBody> {
  const { teams } = await askArena<TeamList>(account, `/teams?limit=100&search=${encodeURIComponent(named)}`)
  const found =
    teams.find(({ name }) => name === named) ??
    teams.find(({ name }) => name.toLowerCase() === named.toLowerCase())
  if (found) return found
  if (/^[1-9]\d{0,11}$/.test(named)) return askArena(account, `/teams/${named}`)
  const { teams: all } = await askArena<TeamList>(account, '/teams?limit=100')
  throw badArgument(
    `There is no team ${JSON.stringify(named)}: ${
      all.length === 0
        ? 'this arena has none yet'
        : suggestName(
            named,
            all.map(({ name }) => name),
          )
    }`,
  )
}

/** A game that people play: the other team takes it up on its page. */
async function invite(account: ArenaAccount, opponent: string, flags: ChallengeFlags): Promise<void> {
  const challenge = flags.challenge ?? readBotNote('.').challenge
  if (challenge === undefined) throw badArgument('Cannot invite a team: name what you play with --challenge')
  findOrExit('challenge', challenge, CHALLENGES)
  const isOther = opponent !== 'open' && !/^(?:house|bot):/.test(opponent)
  const json: NewGameBody = {
    challenge,
    opponent: isOther ? `player:${(await findTeam(account, opponent)).id}` : opponent,
  }
  const game = await askArena<GameBody>(account, '/games', { method: 'POST', json })
  if (flags.json) return console.log(JSON.stringify(game))
  const waits = game.status === 'open' ? ` It begins when ${namesIn(game)[1]} joins.` : ''
  console.log(printable(`Game ${game.id}: play it on ${account.url}/play/${game.id}.${waits}`))
}

const LOOK_MS = 300

const until = async (
  account: ArenaAccount,
  { id }: MatchBody,
  isReached: (match: MatchBody) => boolean,
): Promise<MatchBody> => {
  for (;;) {
    const match = await overRestarts(() => askArena<MatchBody>(account, `/matches/${id}`))
    if (isReached(match)) return match
    await pause(realClock, LOOK_MS, new AbortController().signal)
  }
}

const untilPlaying = (account: ArenaAccount, match: MatchBody): Promise<MatchBody> =>
  until(account, match, ({ status }) => status === 'playing' || status === 'over')

const untilOver = (account: ArenaAccount, match: MatchBody): Promise<MatchBody> =>
  until(account, match, ({ status }) => status === 'over')

import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { isModel, nameModel } from '../models/read-model.ts'
import type { BotRow, MatchPlayer, Store } from '../store/store.ts'
import { readArenaModel, type ArenaModels } from './arena-models.ts'

/** Reads a player: `house:NAME`, or `bot:ID` for the newest version that passed. */
export function readPlayer(text: string, challenge: string, store: Store): Result<MatchPlayer> {
  if (isModel(text)) return fail('forbidden', `Cannot play against ${show(text)}: ${ONLY_ORGANISER}`)
  const [kind, ...rest] = text.split(':')
  const name = rest.join(':')
  if (kind === 'house') {
    const game = findChallenge(challenge)?.game.id ?? ''
    return findBrain(name, game)
      ? ok({ kind: 'house', name: text, brain: name })
      : fail('unknown-brain', `There is no house brain ${show(name)} for ${challenge}`)
  }
  if (kind !== 'bot' || !/^\d{1,12}$/.test(name))
    return fail('bad-opponent', `Cannot play against ${show(text)}: expected house:NAME, bot:ID or open`)
  const bot = store.bot(Number(name))
  if (!bot) return fail('bad-opponent', `Cannot play against ${text}: there is no bot ${name}`)
  if (bot.challenge !== challenge || bot.plays === undefined)
    return fail('bad-opponent', `Cannot play against ${text}: no version of it is ready to play ${challenge}`)
  return ok(playerOf(bot, bot.plays, store))
}

/** Also reads `player:ID`, a team that plays by HTTP: only an organiser may call a team to a match. */
function readAnyPlayer(text: string, challenge: string, store: Store): Result<MatchPlayer> {
  const [kind, id = ''] = text.split(':')
  if (kind === 'house') return readPlayer(text, challenge, store)
  if (kind !== 'player')
    return fail(
      'bad-player',
      `Cannot call ${show(text)} to a match: expected player:ID, bot:ID, bot:ID@VERSION or house:NAME`,
    )
  const person = /^\d{1,12}$/.test(id) ? store.person(Number(id)) : undefined
  return person
    ? ok({ kind: 'http', name: person.name, person: person.id })
    : fail('bad-player', `There is no player ${show(id)}`)
}

/** Also reads `bot:ID@VERSION` and `llm:MODEL`: the organiser calls any version that passed, and language models. */
export function readCalledPlayer(text: string, challenge: string, store: Store): Result<MatchPlayer> {
  if (isModel(text)) return readModelPlayer(text)
  return text.startsWith('bot:')
    ? readBot(text, challenge, store, () => true)
    : readAnyPlayer(text, challenge, store)
}

/** The same for a new match: a language model must be one that the arena can call now. */
export function readNewPlayer(
  text: string,
  challenge: string,
  store: Store,
  models: Pick<ArenaModels, 'check'>,
): Result<MatchPlayer> {
  const player = readCalledPlayer(text, challenge, store)
  const mayCall = player.ok && player.value.kind === 'model' ? models.check(text) : ok(undefined)
  return mayCall.ok ? player : mayCall
}

function readModelPlayer(text: string): Result<MatchPlayer> {
  const spec = readArenaModel(text)
  return spec.ok ? ok({ kind: 'model', name: nameModel(text).slice(0, MAX_NAME), model: text }) : spec
}

const MAX_NAME = 64
export const ONLY_ORGANISER = 'only the organiser calls language models to a match'

/**
 * Reads the players of a match that a team starts: at least one is a bot of its own. It chooses the versions of its own bots;
 * another team's bot plays its newest.
 */
export function readTrialPlayers(
  texts: Pair<string>,
  challenge: string,
  team: number,
  store: Store,
): Result<Pair<MatchPlayer>> {
  const read = (text: string): Result<MatchPlayer> => {
    if (text.startsWith('house:') || isModel(text)) return readPlayer(text, challenge, store)
    if (text.startsWith('player:'))
      return fail(
        'forbidden',
        `Cannot call ${show(text)} to a match: a team starts matches of bots, ask for a game to challenge a team`,
      )
    return readBot(text, challenge, store, (bot) => bot.person === team)
  }
  const first = read(texts[0])
  if (!first.ok) return first
  const second = read(texts[1])
  if (!second.ok) return second
  const players: Pair<MatchPlayer> = [first.value, second.value]
  return players.some((player) => player.kind === 'bot' && player.person === team)
    ? ok(players)
    : fail('not-your-bot', 'Cannot start this match: name at least one bot of your own')
}

/** Reads `bot:ID`, the newest version that passed, or `bot:ID@VERSION` where the caller may choose. */
function readBot(
  text: string,
  challenge: string,
  store: Store,
  mayChoose: (bot: BotRow) => boolean,
): Result<MatchPlayer> {
  const [, id, version] = /^bot:(\d{1,12})(?:@(\d{1,6}))?$/.exec(text) ?? []
  if (id === undefined)
    return fail(
      'bad-player',
      `Cannot call ${show(text)} to a match: expected bot:ID, bot:ID@VERSION or house:NAME`,
    )
  const bot = store.bot(Number(id))
  if (!bot) return fail('unknown-bot', `There is no bot ${id}`)
  if (bot.challenge !== challenge)
    return fail('other-challenge', `Cannot start bot ${id} in ${challenge}: it plays ${bot.challenge}`)
  if (version !== undefined && !mayChoose(bot))
    return fail(
      'not-your-bot',
      `Cannot choose a version of bot ${id}: it belongs to another team, name it as bot:${id}`,
    )
  const chosen = version === undefined ? ok(bot.plays) : readVersion(bot, Number(version), store)
  if (!chosen.ok) return chosen
  return chosen.value === undefined
    ? fail('bot-not-ready', `Cannot start bot ${id}: no version of it has passed yet`)
    : ok(playerOf(bot, chosen.value, store))
}

/** Named by the team first: teams give their bots the same names. An older version says which it is. */
function playerOf({ id, name, person, plays }: BotRow, version: number, store: Store): MatchPlayer {
  const team = store.person(person)?.name
  const bot = version === plays ? name : `${name} v${version}`
  return { kind: 'bot', name: team === undefined ? bot : `${team} · ${bot}`, person, bot: id, version }
}

function readVersion({ id }: BotRow, version: number, store: Store): Result<number> {
  const row = store.version(id, version)
  if (!row) return fail('bad-version', `There is no version ${version} of bot ${id}`)
  return row.status === 'passed'
    ? ok(version)
    : fail('bot-not-ready', `Cannot start version ${version} of bot ${id}: ${WHY_NOT[row.status]}`)
}

const WHY_NOT = {
  waiting: 'it waits to be built and tried',
  failed: 'it did not pass its trial',
  unjudged: 'the server failed to judge it, try it again',
} as const

import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import { findChallenge } from '../challenges/index.ts'
import type { MatchPlayer, Store } from '../store/store.ts'

/** Reads a player: `house:NAME`, or `bot:ID` for the newest version that passed. */
export function readPlayer(text: string, challenge: string, store: Store): Result<MatchPlayer> {
  const [kind, ...rest] = text.split(':')
  const name = rest.join(':')
  if (kind === 'house') {
    const game = findChallenge(challenge)?.game.id ?? ''
    return findBrain(name, game)
      ? ok({ kind: 'house', name: text, brain: name })
      : fail('unknown-brain', `There is no house brain ${show(name)} for ${challenge}`)
  }
  const bot = kind === 'bot' && /^\d{1,12}$/.test(name) ? store.bot(Number(name)) : undefined
  if (!bot)
    return fail('bad-opponent', `Cannot play against ${show(text)}: expected house:NAME, bot:ID or open`)
  if (bot.challenge !== challenge || bot.plays === undefined)
    return fail('bad-opponent', `Cannot play against ${text}: no version of it is ready to play ${challenge}`)
  return ok({ kind: 'bot', name: bot.name, person: bot.person, bot: bot.id, version: bot.plays })
}

/** Also reads `player:ID`, a team that plays by HTTP: only an organiser may call a team to a match. */
export function readAnyPlayer(text: string, challenge: string, store: Store): Result<MatchPlayer> {
  const [kind, id = ''] = text.split(':')
  if (kind !== 'player') return readPlayer(text, challenge, store)
  const person = /^\d{1,12}$/.test(id) ? store.person(Number(id)) : undefined
  return person
    ? ok({ kind: 'http', name: person.name, person: person.id })
    : fail('bad-player', `There is no player ${show(id)}`)
}

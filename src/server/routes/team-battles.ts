import { BattleBody, BattleParams, NewBattleBody, TranscriptBody } from '../../api/evaluations.ts'
import { show } from '../../base/fields.ts'
import type { Battle, Battles } from '../../wires/sse/battles.ts'
import { findChallenge } from '../../challenges/index.ts'
import type { PersonRow, Store } from '../../store/store.ts'
import { identityOf, owned } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { presentTranscript } from '../present-runs.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import { requireCalledTeams, requireUrl } from './team-urls.ts'

/** Battles between teams that one team may have asked for or been asked to at once. */
const MAX_BATTLES_EACH = 8
const tags = ['evaluations']

/** Single battles: a team asks for one with another team, and sees all that was said in it. */
export function teamBattleRoutes(app: App, { battles, store }: ServerContext): void {
  /** The team that plays, and the organiser. A battle without an owner is open to every client that knows its id. */
  const ownBattle = owned<{ Params: { battle: string } }>(({ params }) => {
    const battle = findBattle(battles, params.battle)
    const player = store.match(battle.match)?.players[battle.player]
    return (player?.kind === 'sse' ? player.person : undefined) ?? 'public'
  }, 'anybody')

  app.post(
    '/api/v1/battles',
    {
      schema: {
        summary: 'A battle of your team with another; the arena calls both',
        operation: 'beginBattle',
        tags,
        access: 'team',
        body: NewBattleBody,
        response: { 201: BattleBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { person } = identityOf(request)
      const { challenge, opponent, side = 'first' } = request.body
      requireCalledTeams(challenge)
      const asked = /^player:\d{1,12}$/.test(opponent) ? store.person(Number(opponent.slice(7))) : undefined
      const other = found(asked, `team ${show(opponent)}`)
      if (other.id === person.id) throw new RequestError('own-match', 'Cannot battle with yourself')
      for (const each of [person, other]) requireRoom(store, each)
      const own = store.teamUrl(person.id, challenge)
      const self = { name: person.name, person: person.id, ...(own !== undefined && { url: own }) }
      const rival = { name: other.name, person: other.id, url: requireUrl(store, other, challenge) }
      const made = granted(battles.between(challenge, side === 'first' ? [self, rival] : [rival, self]))
      void reply.code(201)
      return presentBattle(store, made[side === 'first' ? 0 : 1])
    },
  )

  app.get(
    '/api/v1/battles/:battle',
    {
      schema: {
        summary: 'One battle; for the team itself and the organiser',
        operation: 'getBattle',
        tags,
        access: ownBattle,
        params: BattleParams,
        response: { 200: BattleBody },
        refuses: [401, 404],
      },
    },
    (request) => presentBattle(store, findBattle(battles, request.params.battle)),
  )

  app.get(
    '/api/v1/battles/:battle/transcript',
    {
      schema: {
        summary: 'All lines of a battle, in both directions; for the team itself and the organiser',
        operation: 'getTranscript',
        tags,
        access: ownBattle,
        params: BattleParams,
        response: { 200: TranscriptBody },
        refuses: [401, 404],
      },
    },
    (request) => {
      const battle = findBattle(battles, request.params.battle)
      return {
        battle: battle.id,
        match: battle.match,
        reason: store.match(battle.match)?.end ?? null,
        lines: presentTranscript(battles.transcript(battle)),
      }
    },
  )
}

const findBattle = (battles: Battles, id: string): Battle => found(battles.find(id), 'such battle')

function requireRoom(store: Store, { id, name }: PersonRow): void {
  const running = store.matches({ person: id, status: 'playing' }, { limit: 500 })
  if (running.filter(({ origin }) => origin === 'battle').length >= MAX_BATTLES_EACH)
    throw new RequestError('too-many-games', `${name} has ${MAX_BATTLES_EACH} battles going on already`)
}

function presentBattle(store: Store, battle: Battle): BattleBody {
  const row = store.match(battle.match)
  const names = findChallenge(battle.challenge)?.game.seatNames ?? ['', '']
  const isDecided = row?.status === 'over' && !row.void
  return {
    battle: battle.id,
    match: battle.match,
    challenge: battle.challenge,
    side: names[battle.player],
    case: store.caseOf(battle.match)?.case ?? null,
    status: row?.status ?? 'over',
    winner: isDecided ? (row.winner === undefined ? 'draw' : names[row.winner]) : null,
    reason: row?.end ?? null,
  }
}

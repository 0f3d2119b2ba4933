import type { Battle } from '../../wires/sse/battles.ts'
import type { RunCase } from '../../arena/evaluations.ts'
import { casesOf } from '../../evaluation/cases.ts'
import { findChallenge } from '../../challenges/index.ts'
import type { PersonRow, RunRow } from '../../store/store.ts'
import {
  BattleBody,
  BattleParams,
  CaseList,
  CaseQuery,
  NewBattleBody,
  NewRunBody,
  NewTeamUrlBody,
  RunBody,
  RunList,
  RunParams,
  RunQuery,
  TeamUrlsBody,
  TranscriptBody,
  type RunLine,
} from '../../api/evaluations.ts'
import { PersonParams } from '../../api/people.ts'
import type { App, ServerContext } from '../context.ts'
import { eventText } from '../event-stream.ts'
import { requireIdentity, requireOrganiser, requireSelf } from '../identity.ts'
import { readOutgoingUrl } from '../../protocols/outgoing-url.ts'
import { nextAfter, pageOf } from '../page.ts'
import { presentRun, presentRunHead, presentTranscript, sideOf } from '../present-runs.ts'
import { found, granted, RequestError } from '../problems.ts'
import { ANYBODY, KEY } from '../route-schema.ts'
import { openSpectatorStream } from '../spectator-stream.ts'
import { TextBody } from '../../api/schema.ts'

/** Battles between teams that one team may have asked for or been asked to at once. */
const MAX_BATTLES_EACH = 8

/** The coordinator: a team says where it waits, asks for evaluations and battles, and sees all that was said in them. */
export function evaluationRoutes(
  app: App,
  { arena, battles, evaluations, store, streams }: ServerContext,
): void {
  const tags = ['evaluations']

  type Request = Parameters<typeof requireIdentity>[1]

  const urlsOf = (person: PersonRow) => ({ urls: store.teamUrls(person.id) })

  /** The team itself, or the one that the organiser acts for. */
  const teamOf = (request: Request, player: number | undefined): PersonRow => {
    if (player === undefined) return requireIdentity(store, request).person
    requireSelf(store, request, player)
    return found(store.person(player), `player ${player}`)
  }

  function setUrl(person: PersonRow, { challenge, url }: NewTeamUrlBody) {
    mustBeSse(challenge)
    if (url !== null) {
      granted(readOutgoingUrl(url))
      store.append({ kind: 'team-url-set', person: person.id, challenge, url })
    } else if (store.teamUrl(person.id, challenge) !== undefined)
      store.append({ kind: 'team-url-set', person: person.id, challenge })
    return urlsOf(person)
  }

  app.get(
    '/api/v1/me/team-urls',
    {
      schema: {
        summary: 'Where your team waits to be called to its battles',
        tags,
        security: KEY,
        response: { 200: TeamUrlsBody },
      },
    },
    (request) => urlsOf(requireIdentity(store, request).person),
  )

  app.put(
    '/api/v1/me/team-urls',
    {
      schema: {
        summary: 'Say where your team waits: the arena posts to URL/tic-tac-toe or URL/quoridor',
        tags,
        security: KEY,
        body: NewTeamUrlBody,
        response: { 200: TeamUrlsBody },
      },
    },
    (request) => setUrl(requireIdentity(store, request).person, request.body),
  )

  app.get(
    '/api/v1/players/:player/team-urls',
    {
      schema: {
        summary: 'Where a team waits to be called to its battles; for the team itself and the organiser',
        tags,
        security: KEY,
        params: PersonParams,
        response: { 200: TeamUrlsBody },
        refuses: [404],
      },
    },
    (request) => urlsOf(teamOf(request, request.params.player)),
  )

  app.put(
    '/api/v1/players/:player/team-urls',
    {
      schema: {
        summary: 'Say where a team waits; for the team itself and the organiser',
        tags,
        security: KEY,
        params: PersonParams,
        body: NewTeamUrlBody,
        response: { 200: TeamUrlsBody },
        refuses: [404],
      },
    },
    (request) => setUrl(teamOf(request, request.params.player), request.body),
  )

  app.get(
    '/api/v1/evaluations/cases',
    {
      schema: {
        summary: 'The graded cases of a challenge',
        tags,
        querystring: CaseQuery,
        response: { 200: CaseList },
      },
    },
    (request) => ({
      cases: casesOf(request.query.challenge).map((one) => ({
        case: one.id,
        about: one.about,
        side: sideOf(one),
        possible: one.worth.points,
      })),
    }),
  )

  app.post(
    '/api/v1/evaluations',
    {
      schema: {
        summary: 'Have your team evaluated, or as the organiser another: all cases, or one',
        tags,
        security: KEY,
        body: NewRunBody,
        response: { 201: RunBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { challenge, caseType, player, sequential } = request.body
      const person = teamOf(request, player)
      mustBeSse(challenge)
      const run = granted(
        evaluations.begin({
          challenge,
          teamUrl: requireUrl(person, challenge),
          person: person.id,
          name: person.name,
          ...(caseType !== undefined && { caseType }),
          ...(sequential !== undefined && { sequential }),
        }),
      )
      void reply.code(201)
      return presentRun(run, evaluations.cases(run.id))
    },
  )

  const requireUrl = (person: PersonRow, challenge: string): string => {
    const url = store.teamUrl(person.id, challenge)
    if (url !== undefined) return url
    throw new RequestError(409, 'no-team-url', `${person.name} has not said where it waits for ${challenge}`)
  }

  app.get(
    '/api/v1/evaluations',
    {
      schema: {
        summary: 'Your evaluations, newest first; for the organiser everybody’s, or those of one team',
        tags,
        security: KEY,
        querystring: RunQuery,
        response: { 200: RunList },
        refuses: [404],
      },
    },
    (request) => {
      const { player, before, limit } = request.query
      const person = teamOf(request, player)
      const filter = player === undefined && person.role === 'organiser' ? {} : { person: person.id }
      const page = pageOf(limit, before)
      const rows = store.runs(filter, page)
      return { evaluations: rows.map(presentRunHead), next: nextAfter(rows, page) }
    },
  )

  app.get(
    '/api/v1/evaluations/:id',
    {
      schema: {
        summary: 'One evaluation with its cases; for the team itself and the organiser',
        tags,
        security: KEY,
        params: RunParams,
        response: { 200: RunBody },
        refuses: [404],
      },
    },
    (request) => {
      const run = runOf(request, request.params.id)
      return presentRun(run, evaluations.cases(run.id))
    },
  )

  const runOf = (request: Request, id: number): RunRow => {
    const run = found(store.run(id), `evaluation ${id}`)
    if (run.person === undefined) requireOrganiser(store, request)
    else requireSelf(store, request, run.person)
    return run
  }

  app.get(
    '/api/v1/evaluations/:id/events',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'An evaluation as it goes on, as server-sent events',
        description:
          '`event: run` is the evaluation as it stands, `event: line` a line of a transcript with the id of its battle, `event: end` is the last.',
        tags,
        security: KEY,
        params: RunParams,
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { id } = runOf(request, request.params.id)
      const stream = openSpectatorStream({ streams }, request, reply)
      const sent = new Map<string, number>()
      const watched = new Map<number, () => void>()
      const begun = new Set<string>()
      const send = (event: string, data: unknown): void => stream.send(eventText(data, event))

      const tellLines = (battle: Battle): void => {
        const lines = presentTranscript(battles.transcript(battle))
        for (const line of lines.slice(sent.get(battle.id) ?? 0))
          send('line', { battle: battle.id, ...line } satisfies RunLine)
        sent.set(battle.id, lines.length)
      }
      const tellRun = (run: RunRow, cases: readonly RunCase[]): void => {
        for (const { battle } of cases) if (battle.seat?.hasStarted) begun.add(battle.id)
        send('run', presentRun(run, cases))
        if (run.ended === undefined) return
        send('end', {})
        stream.end()
      }
      /** Battles that wait for a place are heard from when they have one. */
      const watch = (battle: Battle): void => {
        const live = arena.live(battle.match)
        if (!live || watched.has(battle.match)) return
        const leave = live.onChange(() => {
          tellLines(battle)
          if (battles.find(battle.id)?.seat?.hasStarted && !begun.has(battle.id)) tellAll()
        })
        watched.set(battle.match, leave)
      }
      const tellAll = (): void => {
        const run = store.run(id)
        if (!run) return
        const cases = evaluations.cases(id)
        for (const { battle } of cases) {
          watch(battle)
          tellLines(battle)
        }
        tellRun(run, cases)
      }

      store.afterCommit(() => {
        const leaving = [
          evaluations.onRun((run) => run === id && tellAll()),
          arena.onMatch((row) => row.status === 'playing' && store.caseOf(row.id)?.run === id && tellAll()),
        ]
        stream.onClose(() => {
          for (const leave of [...leaving, ...watched.values()]) leave()
        })
        tellAll()
      })
    },
  )

  app.post(
    '/api/v1/battles',
    {
      schema: {
        summary: 'A battle of your team with another; the arena calls both',
        tags,
        security: KEY,
        body: NewBattleBody,
        response: { 201: BattleBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { person } = requireIdentity(store, request)
      const { challenge, opponent, side = 'first' } = request.body
      mustBeSse(challenge)
      const asked = /^player:\d{1,12}$/.test(opponent) ? store.person(Number(opponent.slice(7))) : undefined
      const other = found(asked, `team ${JSON.stringify(opponent)}`)
      if (other.id === person.id) throw new RequestError(409, 'own-match', 'Cannot battle with yourself')
      for (const each of [person, other]) mustHaveRoom(each)
      const own = store.teamUrl(person.id, challenge)
      const self = { name: person.name, person: person.id, ...(own !== undefined && { url: own }) }
      const rival = { name: other.name, person: other.id, url: requireUrl(other, challenge) }
      const made = granted(battles.between(challenge, side === 'first' ? [self, rival] : [rival, self]))
      void reply.code(201)
      return presentBattle(made[side === 'first' ? 0 : 1])
    },
  )

  const mustHaveRoom = ({ id, name }: PersonRow): void => {
    const running = store.matches({ person: id, status: 'playing' }, { limit: 500 })
    if (running.filter(({ origin }) => origin === 'battle').length >= MAX_BATTLES_EACH)
      throw new RequestError(
        429,
        'too-many-games',
        `${name} has ${MAX_BATTLES_EACH} battles going on already`,
      )
  }

  function presentBattle(battle: Battle) {
    const row = store.match(battle.match)
    const names = findChallenge(battle.challenge)?.game.seatNames ?? ['', '']
    const isDecided = row?.status === 'over' && !row.void
    return {
      battle: battle.id,
      match: battle.match,
      challenge: battle.challenge,
      side: names[battle.player],
      case: store.caseOf(battle.match)?.case ?? null,
      status: row?.status ?? ('over' as const),
      winner: isDecided ? (row.winner === undefined ? 'draw' : names[row.winner]) : null,
      reason: row?.end ?? null,
    }
  }

  /** A battle without an owner is anybody’s who knows its id. */
  const battleOf = (request: Request, id: string): Battle => {
    const battle = found(battles.find(id), 'such battle')
    const player = store.match(battle.match)?.players[battle.player]
    if (player?.kind === 'sse' && player.person !== undefined) requireSelf(store, request, player.person)
    return battle
  }

  app.get(
    '/api/v1/battles/:battle',
    {
      schema: {
        summary: 'One battle; for the team itself and the organiser',
        tags,
        security: ANYBODY,
        params: BattleParams,
        response: { 200: BattleBody },
        refuses: [401, 404],
      },
    },
    (request) => presentBattle(battleOf(request, request.params.battle)),
  )

  app.get(
    '/api/v1/battles/:battle/transcript',
    {
      schema: {
        summary: 'All that was said in a battle, in both directions; for the team itself and the organiser',
        tags,
        security: ANYBODY,
        params: BattleParams,
        response: { 200: TranscriptBody },
        refuses: [401, 404],
      },
    },
    (request) => {
      const battle = battleOf(request, request.params.battle)
      return {
        battle: battle.id,
        match: battle.match,
        reason: store.match(battle.match)?.end ?? null,
        lines: presentTranscript(battles.transcript(battle)),
      }
    },
  )

  function mustBeSse(challenge: string): void {
    if (findChallenge(challenge)?.wire !== 'sse')
      throw new RequestError(
        400,
        'challenge',
        `Cannot battle at ${JSON.stringify(challenge)}: expected tic-tac-toe or quoridor`,
      )
  }
}

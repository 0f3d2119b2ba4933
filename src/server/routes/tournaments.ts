import { findFormat } from '../../tournament-runner/tournament-spec.ts'
import { readEntryTerms } from '../../arena/entry-terms.ts'
import { readContestClock } from '../../arena/new-tournament.ts'
import type { MarksShown, Prepared, TournamentView } from '../../arena/tournament-views.ts'
import type { Tournaments } from '../../arena/tournaments.ts'
import type { Store, TournamentRow } from '../../store/store.ts'
import { openFanOut, type Listener } from '../fan-out.ts'
import { chargeFor } from '../admit-requests.ts'
import { openResultWriter } from '../result-writer.ts'
import { throttle } from '../throttle.ts'
import type { App, ServerContext } from '../context.ts'
import { eventText } from '../event-stream.ts'
import { pageOf } from '../page.ts'
import { date, presentTournament } from '../present.ts'
import { presentPlan } from '../../arena/tournament-plan.ts'
import { describeClock } from '../../match/clock.ts'
import { presentTerms } from '../present-terms.ts'
import { isModel } from '../../models/read-model.ts'
import { within, type Result } from '../../base/result.ts'
import { found, granted, notFound } from '../../protocols/request-error.ts'
import { overHttp, overSocket, type OpenStream } from '../spectator-stream.ts'
import { TextBody } from '../../api/schema.ts'
import {
  NewTournamentBody,
  TournamentBody,
  TournamentList,
  TournamentParams,
  WholeTournamentQuery,
  TournamentQuery,
  WholeTournamentBody,
  type TournamentChange,
} from '../../api/tournaments.ts'

/** A tournament of quick games changes many times a second: its event stream is throttled. */
const TELL_MS = 500

const tags = ['tournaments']

/** Tournaments: the organiser makes them, everybody may watch. */
export function tournamentRoutes(app: App, context: ServerContext): void {
  const { store, tournaments, models, gate } = context
  app.post(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Make a tournament; start it later. For the organiser',
        operation: 'makeTournament',
        tags,
        access: 'organiser',
        body: NewTournamentBody,
        response: { 201: TournamentBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      const { entry, entryCloses, ...wanted } = request.body
      const terms =
        entry === undefined
          ? {}
          : { entry: granted(readEntryTerms({ entry, entryCloses: entryCloses ?? null })) }
      const clock = wanted.clock === undefined ? undefined : granted(readContestClock(wanted.clock))
      for (const [at, entrant] of wanted.entrants.entries())
        if (isModel(entrant)) granted(within(`entrants.${at}`, models.check(entrant, clock?.allowance?.unit)))
      const made = granted(tournaments.create({ ...wanted, ...terms }))
      void reply.code(201)
      return present(tournaments, made)
    },
  )

  app.get(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Tournaments, newest first',
        operation: 'listTournaments',
        tags,
        access: 'public',
        querystring: TournamentQuery,
        response: { 200: TournamentList },
      },
    },
    async (request) => {
      const { status, before, limit } = request.query
      const rows = tournaments.list(pageOf(limit, before), status)
      return { tournaments: await Promise.all(rows.map((row) => present(tournaments, row))) }
    },
  )

  const write = openResultWriter()

  app.get(
    '/api/v1/tournaments/:tournament',
    {
      schema: {
        summary: 'One tournament: standings, ratings, bracket, crosstable, schedule, and its matches',
        operation: 'getTournament',
        tags,
        access: 'anybody',
        params: TournamentParams,
        querystring: WholeTournamentQuery,
        response: { 200: WholeTournamentBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const row = findTournament(store, request.params.tournament)
      const marks = request.identity?.person.role === 'organiser' ? 'all' : 'published'
      const { since, workMs } = await tournaments.prepare(row, marks)
      chargeFor(gate, request, workMs)
      const presented = await present(tournaments, row)
      const view = viewOf(tournaments, row, marks, since)
      const rest: Omit<WholeTournamentBody, 'result'> = {
        ...presented,
        about: findFormat(view.result.format)?.summary ?? '',
        teams: view.teams,
        matches: view.matches,
        plan: presentPlan(tournaments.outlook(row).plan),
        clock: describeClock(view.spec.rules.clock),
        terms: presentTerms(view.spec),
        schedule: view.schedule.map(({ match, ruled, annulled, ...rest }) => ({
          ...rest,
          match: match ?? null,
          ruled: ruled ?? null,
          annulled: annulled.map(({ by, reason, time, ...old }) => ({
            match: old.match ?? null,
            by,
            reason,
            at: date(time),
          })),
        })),
      }
      const { tables = 'whole' } = request.query
      const result = view.texts?.[tables] ?? write(view.result, tables)
      const text = `${JSON.stringify(rest).slice(0, -1)},"result":${result}}`
      void reply.type('application/json; charset=utf-8')
      // The framework sends a text as it is.
      return text as never
    },
  )

  streamRoutes(app, context)
}

/** What changes in a tournament, as it happens. */
function streamRoutes(app: App, { store, streams, tournaments, onFailure }: ServerContext): void {
  /** By tournament: the streams that follow it. The header of a large contest is long: it is read once for all of them. */
  const followed = new Map<number, ReturnType<typeof openFollowed>>()
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  /** A thread that ends with the server leaves what it was asked. */
  function failed(error: unknown): void {
    if (!isClosing) onFailure?.(error)
  }

  async function changeOf(id: number): Promise<string> {
    const { played, known, status } = await present(tournaments, findTournament(store, id))
    return eventText({ played, known, status } satisfies TournamentChange, 'changed')
  }

  function openFollowed(id: number) {
    const listeners = openFanOut()
    const telling = throttle(TELL_MS, () => void changeOf(id).then((text) => listeners.tell(text), failed))
    const leave = tournaments.onChange((tournament) => tournament === id && telling.ask())
    return {
      add(stream: Listener): () => void {
        const remove = listeners.add(stream)
        return () => {
          remove()
          if (listeners.size > 0) return
          leave()
          telling.stop()
          followed.delete(id)
        }
      },
    }
  }

  function streamTournament({ id }: TournamentRow, open: OpenStream): void {
    const stream = open()
    store.afterCommit(() => {
      const one = followed.get(id) ?? openFollowed(id)
      followed.set(id, one)
      stream.onClose(one.add(stream))
      void changeOf(id).then((text) => stream.send(text), failed)
    })
  }

  app.route({
    method: 'GET',
    url: '/api/v1/tournaments/:tournament/events',
    exposeHeadRoute: false,
    schema: {
      summary: 'The changes of a tournament, as server-sent events',
      operation: 'streamTournament',
      tags,
      access: 'public',
      params: TournamentParams,
      response: { 200: TextBody('text/event-stream', 'Events') },
      refuses: [404],
    },
    handler: (request, reply) =>
      streamTournament(
        findTournament(store, request.params.tournament),
        overHttp({ streams }, request, reply),
      ),
    wsHandler: (socket, request) =>
      streamTournament(
        findTournament(store, request.params.tournament),
        overSocket({ streams }, request, socket),
      ),
  })
}

export const findTournament = (store: Store, id: number): TournamentRow =>
  found(store.tournament(id), `tournament ${id}`)

/** The whole tournament, or an answer that says why it cannot be shown. */
export const viewOf = (
  tournaments: Tournaments,
  row: TournamentRow,
  marks: MarksShown,
  since: Prepared['since'],
): TournamentView => grantedView(tournaments.view(row, marks, since), row)

export function grantedView<T>(view: Result<T>, { id }: TournamentRow): T {
  if (view.ok || ['tournament-damaged', 'records-busy'].includes(view.problem.code)) return granted(view)
  throw notFound(`tournament ${id} under the rules of this server`)
}

export async function present(tournaments: Tournaments, row: TournamentRow): Promise<TournamentBody> {
  const { since } = await tournaments.prepare(row, 'summary')
  return presentTournament(
    row,
    tournaments.summary(row, since),
    tournaments.entry.stateOf(row, Date.now()),
    tournaments.outlook(row),
  )
}

import type { ExtensionBody, NewPlanBody, PlanChangeBody } from '../api/tournaments.ts'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { GrantedTime, TournamentRow } from '../store/store.ts'
import { headerOf } from '../tournament-runner/tournament-spec.ts'
import type { Arena } from './arena.ts'
import { specOf } from './entry-entrants.ts'
import { readContestClock } from './new-tournament.ts'
import { openPlannedStarts } from './planned-starts.ts'
import type { AbsentTeam, TournamentEntry, TournamentPlay } from './play-tournament.ts'
import { breakAt, changePlan, opens, planOf, type Plan } from './tournament-plan.ts'
import { isOver } from './tournament-row.ts'

/** The plans of tournaments, and what the organiser changes of them on the day. */
export interface TournamentPlans {
  /** Changes the plan; the clock only before the start. */
  plan(id: number, changes: PlanChangeBody): Result<TournamentRow>
  /** Calls the matches of this round and those before it now; by default the next round. */
  callRound(id: number, round?: number): Result<TournamentRow>
  /** Moves the start, the end of the break or the deadline of absent entrants. */
  extend(id: number, how: ExtensionBody): Result<TournamentRow>
  outlook(row: TournamentRow): Outlook
}

/** What is to come of a tournament. */
export interface Outlook {
  readonly plan: Plan
  /** The next round that has not been called; `at` is undefined if the organiser calls it. */
  readonly nextRound: { readonly round: number; readonly at: number | undefined } | undefined
  /** Entrants that a match waits for. */
  readonly absent: readonly AbsentTeam[]
}

export interface TournamentPlansOptions {
  readonly arena: Pick<Arena, 'store' | 'clock'>
  readonly append: (entry: TournamentEntry) => void
  readonly onFailure: (tournament: number, error: unknown) => void
  readonly find: (id: number) => Result<TournamentRow>
  readonly start: (id: number) => Result<TournamentRow>
  /** The play of a tournament that runs. */
  readonly playing: (id: number) => TournamentPlay | undefined
  /** The rounds of the matches that can be played next, ascending. */
  readonly roundsOf: (row: TournamentRow) => readonly number[]
}

interface OpenTournamentPlans extends Disposable {
  readonly changes: TournamentPlans
  /** Makes the changes of a plan. */
  set(id: number, changes: NewPlanBody): Result<TournamentRow>
  /** After a start of the server: a tournament that waits starts at the time of its plan. Says what of the plan cannot be read. */
  takeUp(row: TournamentRow): void
}

export function openTournamentPlans(options: TournamentPlansOptions): OpenTournamentPlans {
  const { arena, append, onFailure, find, start, playing, roundsOf } = options
  const { store, clock: time } = arena
  const now = (): number => time.date().getTime()

  const starts = openPlannedStarts(time, (id) => {
    // The organiser may have started it before its time, or paused it.
    if (store.tournament(id)?.status !== 'waiting') return
    const started = start(id)
    if (!started.ok) onFailure(id, new Error(`it cannot start by its plan: ${started.problem.message}`))
  })

  function set(id: number, changes: NewPlanBody): Result<TournamentRow> {
    const plan = changePlan(store.tournamentPlan(id), changes)
    if (!plan.ok) return plan
    append({ kind: 'plan-made', tournament: id, plan: plan.value })
    starts.set(id, plan.value.starts)
    playing(id)?.look()
    return find(id)
  }

  /** Countdowns begin anew after a restart or a ruling: so the plan has the time that was given. */
  function grant(id: number, granted: readonly GrantedTime[]): void {
    const plan = store.tournamentPlan(id)
    const others = (plan.granted ?? []).filter(
      ({ entrant, until }) => until > now() && !granted.some((one) => one.entrant === entrant),
    )
    append({ kind: 'plan-made', tournament: id, plan: { ...plan, granted: [...others, ...granted] } })
  }

  function nextRound(row: TournamentRow, plan: Plan): Outlook['nextRound'] {
    const called = store.calledRound(row.id)
    for (const round of roundsOf(row)) {
      const at = opens(plan, round, called)
      if (at === 'when-called') return { round, at: undefined }
      if (at > now()) return { round, at }
    }
    return undefined
  }

  return {
    set,
    takeUp({ id, status }) {
      if (status === 'waiting') starts.set(id, store.tournamentPlan(id).starts)
      const unread = status === 'over' ? [] : store.unreadPlan(id)
      if (unread.length === 0) return
      const what = `Cannot read ${unread.join(', ')} of its plan in the log`
      onFailure(
        id,
        new Error(`${what}: it goes on as if that was not planned, make the plan again on its page`),
      )
    },
    changes: {
      plan(id, { clock, ...changes }) {
        const row = find(id)
        if (!row.ok) return row
        if (row.value.status === 'over') return isOver(id)
        const isWaiting = row.value.status === 'waiting'
        if (!isWaiting && clock !== undefined)
          return fail('has-started', `Cannot change the clock of tournament ${id}: it has started`, 'clock')
        if (!isWaiting && changes.starts !== undefined)
          return fail('has-started', `Cannot change the start of tournament ${id}: it has started`, 'starts')
        const spec = specOf(row.value)
        if (!spec.ok) return spec
        const wanted = clock === undefined ? ok(undefined) : readContestClock(clock)
        if (!wanted.ok) return wanted
        const made = set(id, changes)
        if (!made.ok || !wanted.value) return made
        const rules = { ...spec.value.rules, clock: wanted.value }
        append({ kind: 'clock-set', tournament: id, header: headerOf({ ...spec.value, rules }) })
        return find(id)
      },
      callRound(id, round) {
        const row = find(id)
        if (!row.ok) return row
        if (row.value.status === 'over') return isOver(id)
        const next = round ?? nextRound(row.value, planOf(store.tournamentPlan(id)))?.round
        if (next === undefined)
          return fail('no-next-round', `Cannot call a round of tournament ${id}: no round waits for its call`)
        append({ kind: 'round-called', tournament: id, round: next })
        playing(id)?.look()
        return find(id)
      },
      extend(id, { what, minutes, entrant }) {
        const row = find(id)
        if (!row.ok) return row
        const ms = minutes * 60_000
        const plan = planOf(store.tournamentPlan(id))
        const nothing = (why: string) =>
          fail('nothing-to-extend', `Cannot extend the ${what} of tournament ${id}: ${why}`)
        const present = now()
        if (what === 'absence') {
          const granted = playing(id)?.extend(entrant, ms) ?? []
          if (granted.length === 0)
            return nothing(
              `no match waits for ${entrant === undefined ? 'an absent entrant' : show(entrant)}`,
            )
          grant(id, granted)
          return find(id)
        }
        if (what === 'start') {
          if (row.value.status !== 'waiting') return nothing('it has started')
          if (plan.starts === undefined) return nothing('it has no start time')
          return set(id, { starts: new Date(Math.max(plan.starts, present) + ms).toISOString() })
        }
        const end = breakAt(plan, present)?.to
        if (end === undefined) return nothing('there is no break now')
        const breaks = [...plan.breaks, { from: present, to: end + ms }].map(({ from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        }))
        return set(id, { breaks })
      },
      outlook(row) {
        const plan = planOf(store.tournamentPlan(row.id))
        return { plan, nextRound: nextRound(row, plan), absent: playing(row.id)?.absent() ?? [] }
      },
    },
    [Symbol.dispose]: () => starts[Symbol.dispose](),
  }
}

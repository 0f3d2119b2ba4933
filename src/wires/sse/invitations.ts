import type { Player } from '../../match/match.ts'
import { HOST_IS_SHORT, type PostJson } from '../../protocols/post-json.ts'
import { pause } from '../../runner/clock.ts'
import type { MatchRow } from '../../store/store.ts'
import type { BattleArena, BattleSeats } from './battle-host.ts'
import type { BattleNotes } from './battle-notes.ts'

/** Calls teams to their battles: a POST to the address that each of them gave. */
export interface Invitations extends Disposable {
  /** Calls the team; resolves when it has answered, or could not be reached. One without an address is not called. */
  invite(row: MatchRow, player: Player): Promise<void>
  /** The match is over: calls that wait for an answer are soon given up. */
  end(match: number): void
}

export interface InvitationOptions {
  readonly arena: BattleArena
  readonly seats: BattleSeats
  readonly notes: BattleNotes
  readonly post: PostJson
  /** How long a team whose address did not take the invitation may still come by itself. */
  readonly graceMs: number
}

/** Many teams answer the invitation only when their game is over, and are then given so long for it. */
const LAST_WORD_MS = 10_000
const LONGEST_INVITATION_MS = 3_600_000
/** A team that could not be called because of the host is called again after so long. */
const SHORTAGE_PAUSE_MS = 1_000

export function openInvitations(options: InvitationOptions): Invitations {
  const { arena, seats, notes, post, graceMs } = options
  const stop = new AbortController()
  const open = new Map<number, AbortController[]>()
  const timers = new Set<NodeJS.Timeout>()

  const after = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  async function send(url: string, battleId: string, signal: AbortSignal) {
    for (;;) {
      const answer = await post(url, { battleId }, { signal, timeoutMs: LONGEST_INVITATION_MS })
      if (answer.ok || answer.problem.code !== HOST_IS_SHORT || signal.aborted) return answer
      await pause(arena.clock, SHORTAGE_PAUSE_MS, signal)
    }
  }

  /** Some teams come though their address did not answer well: they have a little time for that. */
  function giveUpSoon(row: MatchRow, player: Player, problem: string): void {
    const seat = seats.find(row.id, player)
    if (seat === undefined || seat.hasStarted) return
    const giveUp = (): void => {
      if (seat.hasStarted) return
      if (row.origin === 'battle')
        arena.callOff(row.id, `${row.players[player]?.name} could not be reached: ${problem}`)
      else seat.fail(problem)
    }
    // A team that came while the host stood still counts as well.
    after(graceMs, () => arena.clock.settle(giveUp))
  }

  return {
    async invite(row, player) {
      const team = row.players[player]
      if (team?.kind !== 'sse' || team.url === undefined) return
      const url = invitationUrl(team.url, row.challenge)
      const where = { match: row.id, player }
      const ending = new AbortController()
      open.set(row.id, [...(open.get(row.id) ?? []), ending])
      notes.note(where, { kind: 'invited', url })
      const signal = AbortSignal.any([stop.signal, ending.signal])
      const answer = await send(url, team.battle, signal)
      if (signal.aborted) return
      if (!answer.ok) {
        const problem = answer.problem.message
        notes.note(where, { kind: 'invitation-failed', problem })
        return giveUpSoon(row, player, problem)
      }
      const { status } = answer.value
      notes.note(where, { kind: 'invitation-answered', status })
      if (status >= 400) giveUpSoon(row, player, `its address answered ${status}`)
    },
    end(match) {
      const endings = open.get(match)
      open.delete(match)
      if (endings) after(LAST_WORD_MS, () => endings.forEach((ending) => ending.abort()))
    },
    [Symbol.dispose]() {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** One slash at the end of a team's address is not part of it. */
const invitationUrl = (url: string, challenge: string): string => `${url.replace(/\/$/, '')}/${challenge}`

import { fail, must, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import type { TimeControl } from '../match/clock.ts'
import { makeSpec, type MatchRules } from '../match/match.ts'
import { playMatch } from '../runner/play-match.ts'
import { emptyDiary } from './diary.ts'
import { LONGEST_HOLD_MS } from './hold-pipe.ts'
import type { Knowledge } from './knowledge.ts'
import type { Observation, Patient, Trial } from './observation.ts'
import { observed } from './observed.ts'
import { CHEATER, opponent } from './opponents.ts'

/** Plays one real round and gives what was seen; a problem is the host's fault, never the bot's. */
export async function runTrial(
  patient: Patient,
  trial: Trial,
  challenge: Challenge,
  clock: TimeControl,
  knows: Knowledge,
): Promise<Result<Observation>> {
  const { game } = challenge
  const { seat } = trial
  const spec = must(makeSpec(game, trial.settings, rulesFor(challenge, trial, clock, knows), trial.seed))
  const diary = emptyDiary()
  const player = observed(patient, trial, diary, knows)
  const other = opponent(trial.opponent, game, knows.gameDoctor)
  const turns: Pair<string | undefined>[] = []
  let first: unknown
  const match = await playMatch({
    challenge: challenge.id,
    spec,
    contestants: seat === 0 ? [player, other] : [other, player],
    onEvent(_, now) {
      if (now.round.turns === 0) first = now.round.state
      const { lastTurn } = now.round
      if (lastTurn && now.round.turns > turns.length) turns.push(lastTurn)
    },
  })
  const end = match.ended.at(-1)?.end
  if (end === undefined || end.kind === 'void')
    return fail('host-failed', `Cannot check ${patient.name}: ${end?.why ?? 'nothing was played'}`)
  const fault = end.kind === 'forfeited' ? end.faults[seat] : undefined
  const { awaited, ...rest } = diary
  return ok({
    ...rest,
    trial,
    seat,
    knows,
    game,
    clock,
    startUpMs: challenge.rules.startUpMs,
    awaited,
    turns,
    first,
    last: replay(game, first, turns),
    end,
    ...(fault && { fault }),
    neverBegan: rest.startMs === undefined,
  })
}

/** One round in which an illegal move loses; against the cheater, one in which a missed flip loses. */
const rulesFor = (
  { rules }: Challenge,
  { opponent, holds }: Trial,
  clock: TimeControl,
  { speaksBeforeGreeting, gameDoctor }: Knowledge,
): MatchRules => ({
  ...rules,
  // The host may hold back a line before the greeting: that time is not the program's.
  startUpMs: rules.startUpMs + (holds && speaksBeforeGreeting ? LONGEST_HOLD_MS : 0),
  clock,
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
  illegal: opponent === CHEATER ? { kind: 'flip', missed: 'loses' } : { kind: 'forfeit' },
  turnLimit: Math.min(rules.turnLimit, gameDoctor.turnLimit ?? Infinity),
})

function replay(game: AnyGame, first: unknown, turns: Observation['turns']): unknown {
  return turns.reduce<unknown>(
    (state, turn) =>
      game.play(
        state,
        game.toMove(state).map((seat) => ({ seat, move: turn[seat] ?? '' })),
      ),
    first,
  )
}

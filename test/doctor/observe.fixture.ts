import { must } from '../../src/base/result.ts'
import { seededRng } from '../../src/base/rng.ts'
import { CHALLENGES } from '../../src/challenges/index.ts'
import type { Pair } from '../../src/game/game.ts'
import { knowledgeOf } from '../../src/doctor/knowledge.ts'
import type { Observation, SecondLook, Trial } from '../../src/doctor/observation.ts'
import { makeSpec } from '../../src/match/match.ts'
import { firstOpening } from '../../src/runner/first-opening.ts'
import { findDialect } from '../../src/wires/dialects.ts'
import { parseLine } from '../../src/protocols/stdio/transcript.ts'

interface Seen extends Partial<Omit<Observation, 'trial' | 'again' | 'knows'>> {
  /** The id of a wire, or `brain`. */
  readonly wire: string
  readonly challenge?: string
  /** Lines of a transcript. */
  readonly talk?: readonly string[]
  readonly trial?: Partial<Trial>
  readonly again?: Partial<SecondLook>
}

/** Makes an observation from the fields that matter; the rest is as in a round without faults. */
export function observe(seen: Seen): Observation {
  const { wire, talk = [], turns = [], trial, again, challenge: id = CHALLENGE_OF[wire], ...rest } = seen
  const challenge = CHALLENGES.find((one) => one.id === id)
  if (challenge === undefined) throw new Error(`There is no ${id}`)
  const { game, preset, rules } = challenge
  const settings = {
    ...game.presets[preset],
    ...(wire === 'light-cycle' && { seats: 'fixed' }),
    ...trial?.settings,
  }
  const first = game.setup(must(game.parseConfig(settings)), seededRng(1))
  const play = (state: unknown, turn: Pair<string | undefined>): unknown =>
    game.play(
      state,
      game.toMove(state).map((seat) => ({ seat, move: turn[seat] ?? '' })),
    )
  return {
    trial: {
      number: 1,
      opponent: 'corner',
      seat: 0,
      seed: 1,
      holds: true,
      closes: true,
      ...trial,
      settings,
    },
    seat: trial?.seat ?? 0,
    knows: knowledgeOf(findDialect(wire), firstOpening(challenge, must(makeSpec(game, settings, rules, 1)))),
    game,
    clock: rules.clock,
    startUpMs: rules.startUpMs,
    moments: talk.map((line) => {
      const { side, text } = parseLine(line) ?? { side: '!', text: '' }
      return side === '>' ? { kind: 'sent', text } : { kind: 'came', bytes: new TextEncoder().encode(text) }
    }),
    awaited: 'move',
    turns,
    first,
    last: turns.reduce(play, first),
    end: { kind: 'stopped', turns: 0 },
    neverBegan: false,
    startMs: 20,
    times: [],
    errors: '',
    ...(again && {
      again: { afterClose: '', closing: { kind: 'ran-on' }, waitedMs: 4_000, ...again },
    }),
    ...rest,
  }
}

const CHALLENGE_OF: Readonly<Record<string, string>> = {
  'light-cycle': 'light-cycle',
  'longest-group': 'longest-group',
  json: 'tic-tac-toe',
  brain: 'tic-tac-toe',
}

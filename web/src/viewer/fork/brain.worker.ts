import { seededRng } from '../../../../src/base/rng.ts'
import { brainsFor, findBrain } from '../../../../src/brains/index.ts'
import type { BrainStart, BrainTurn } from '../../../../src/game/brain.ts'
import type { Seat } from '../../../../src/game/game.ts'
import { readRemark, type Remark } from '../../../../src/game/remark.ts'

/** The question to a house brain. It thinks in a worker, so that the page stays responsive. */
export type BrainQuestion =
  | { readonly kind: 'list'; readonly id: number; readonly game: string }
  | {
      readonly kind: 'move'
      readonly id: number
      readonly game: string
      readonly brain: string
      readonly seat: Seat
      readonly view: unknown
      readonly legal: readonly string[]
      readonly turn: number
      readonly seed: number
    }

export interface BrainReply {
  readonly id: number
  /** Names of brains, or one move. */
  readonly words: readonly string[]
  /** Its remark. */
  readonly remark?: Remark
}

const THINKING_MS = 1_500

self.addEventListener('message', ({ data }: MessageEvent<BrainQuestion>) => {
  void answer(data).then((reply) => self.postMessage({ id: data.id, ...reply } satisfies BrainReply))
})

async function answer(question: BrainQuestion): Promise<Omit<BrainReply, 'id'>> {
  const { game } = question
  if (question.kind === 'list') {
    const brains = brainsFor(game)
    return { words: brains.map(({ name }) => name).filter((name) => !name.startsWith('cheat')) }
  }
  const brain = findBrain(question.brain, game)
  const { seat, view, legal, turn, seed } = question
  const start: BrainStart = { seat, view, rng: seededRng(seed), log() {}, playUnasked() {} }
  const played: string[] = []
  let remark: Remark | undefined
  const asked: BrainTurn = {
    ...start,
    number: turn + 1,
    legal,
    timeLeft: THINKING_MS,
    now: () => performance.now(),
    // House brains need only the position.
    memory: await brain?.init?.(start),
    play: (move) => void played.push(move),
    remark: (said) => {
      remark = readRemark(said)
    },
    resign() {},
    flip() {},
  }
  const move = await brain?.move(asked)
  return { words: [move ?? played[0] ?? legal[0] ?? ''], ...(remark && { remark }) }
}

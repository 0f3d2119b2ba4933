import { seededRng } from '../../../src/base/rng.ts'
import { BRAINS, findBrain } from '../../../src/brains/index.ts'
import type { BrainStart, BrainTurn } from '../../../src/game/brain.ts'
import type { Seat } from '../../../src/game/game.ts'

/** What a house brain is asked, apart from the page, so that its thinking holds nothing up. */
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
}

const THINKING_MS = 1_500

self.addEventListener('message', ({ data }: MessageEvent<BrainQuestion>) => {
  void answer(data).then((words) => self.postMessage({ id: data.id, words } satisfies BrainReply))
})

async function answer(question: BrainQuestion): Promise<readonly string[]> {
  const { game } = question
  if (question.kind === 'list')
    return BRAINS.filter((brain) => brain.game === undefined || brain.game === game)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('cheat'))
  const brain = findBrain(question.brain, game)
  const { seat, view, legal, turn, seed } = question
  const start: BrainStart = { seat, view, rng: seededRng(seed), log() {}, playUnasked() {} }
  const played: string[] = []
  const asked: BrainTurn = {
    ...start,
    number: turn + 1,
    legal,
    timeLeft: THINKING_MS,
    now: () => performance.now(),
    // A house brain works out its move from the position alone.
    memory: await brain?.init?.(start),
    play: (move) => void played.push(move),
    remark() {},
    resign() {},
    flip() {},
  }
  const move = await brain?.move(asked)
  return [move ?? played[0] ?? legal[0] ?? '']
}

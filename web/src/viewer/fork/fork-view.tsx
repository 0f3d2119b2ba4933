import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { SEATS, type Pair, type Seat } from '../../../../src/game/game.ts'
import type { Remark } from '../../../../src/game/remark.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import { lastIndex } from '../../story/cursor.ts'
import { frameAt } from '../../watch/picture-at.ts'
import { TableView, type Choice } from '../../table/table-view.tsx'
import type { Frame, Story } from '../../story/story.ts'
import { answered, forkStory, withHands, type Hand } from './fork-story.ts'
import { openThinker, type Thinker } from './thinker.ts'

interface ForkViewProps {
  readonly title: string
  readonly lines: readonly string[]
  readonly frame: Frame
  readonly leave: () => void
}

/** The least time for a move of a house brain, so that the user can follow. */
const PACE_MS = 350

/** Continues a match from one of its positions, by hand or with house brains. All of it happens in this browser. */
export function ForkView({ title, lines, frame, leave }: ForkViewProps) {
  const [past, setPast] = useState<readonly Story[]>(() => {
    const story = forkStory(lines, frame.events)
    return story ? [story] : []
  })
  const [hands, setHands] = useState<Pair<Hand>>(() => firstHands(frame))
  const latest = past.at(-1)
  const { thinker, brains } = useThinker(frame.match.spec.game.id)
  const story = useMemo(() => latest && withHands(latest, hands), [latest, hands])
  const play = (from: Story, seat: Seat, move: string, remark?: Remark): void =>
    setPast((before) => (before.at(-1) === from ? [...before, answered(from, seat, move, remark)] : before))
  const asked = latest ? awaitedIn(latest) : []
  const byBrain = asked.find((seat) => hands[seat].kind === 'brain')
  const byHand = byBrain === undefined ? asked[0] : undefined

  useEffect(() => {
    const hand = byBrain === undefined ? undefined : hands[byBrain]
    if (!latest || byBrain === undefined || hand?.kind !== 'brain' || !thinker) return
    let isWanted = true
    const { spec, round } = latest.match
    const { game } = spec
    const question = {
      kind: 'move',
      game: game.id,
      brain: hand.name,
      seat: byBrain,
      view: game.view(round.state, byBrain),
      legal: game.legalMoves(round.state, byBrain),
      turn: round.turns,
      seed: spec.seed + round.turns,
    } as const
    const pause = new Promise((resolve) => setTimeout(resolve, PACE_MS))
    const answer = async (): Promise<void> => {
      const [{ words, remark }] = await Promise.all([thinker.ask(question), pause])
      if (isWanted) play(latest, byBrain, words[0] ?? '', remark)
    }
    void answer()
    return () => {
      isWanted = false
    }
  }, [latest, byBrain, hands, thinker])

  const choice = useMemo((): Choice | undefined => {
    if (!latest || byHand === undefined) return undefined
    const { spec, round } = latest.match
    const { game } = spec
    return {
      seat: byHand,
      view: game.view(round.state, byHand),
      legal: game.legalMoves(round.state, byHand),
      isPremove: false,
    }
  }, [latest, byHand])

  if (!story || !latest)
    return (
      <section className="lonely">
        <p>There is nothing to play on from here.</p>
        <p>
          <button type="button" className="button" onClick={leave}>
            Back to the match
          </button>
        </p>
      </section>
    )
  const isOver = asked.length === 0
  const near = story.match.round.seats[nearSeat(hands)]
  return (
    <TableView
      title={title}
      badge={
        <p className="badge pill fine">
          Fork of round {frame.round + 1}, turn {frame.ply}
        </p>
      }
      story={story}
      near={near}
      hasRemarks
      choice={choice}
      choose={(move) => byHand !== undefined && play(latest, byHand, move)}
      news={
        <p className="round-head">
          {isOver ? 'The round is over' : byHand === undefined ? 'A house brain is thinking' : 'Your turn'}
        </p>
      }
      actions={
        <>
          {SEATS.map((seat) => (
            <HandChoice
              key={seat}
              name={story.match.spec.game.seatNames[seat]}
              brains={brains}
              hand={hands[seat]}
              change={(hand) => setHands(seat === 0 ? [hand, hands[1]] : [hands[0], hand])}
            />
          ))}
          <button
            type="button"
            className="button"
            disabled={past.length === 1}
            onClick={() => setPast((before) => takenBack(before, hands))}
          >
            Take back
          </button>
          <button type="button" className="button" onClick={leave}>
            Back to the match
          </button>
        </>
      }
    />
  )
}

interface HandChoiceProps {
  readonly name: string
  readonly brains: readonly string[]
  readonly hand: Hand
  readonly change: (hand: Hand) => void
}

function HandChoice({ name, brains, hand, change }: HandChoiceProps) {
  const id = useId()
  return (
    <div className="field hand">
      <label htmlFor={id}>Seat “{name}”</label>
      <select
        id={id}
        value={hand.kind === 'you' ? '' : hand.name}
        onChange={({ target: { value } }) =>
          change(value === '' ? { kind: 'you' } : { kind: 'brain', name: value })
        }
      >
        <option value="">you</option>
        {brains.map((brain) => (
          <option key={brain}>{brain}</option>
        ))}
      </select>
    </div>
  )
}

/** The user plays the seat that is to move; a house brain that every game has plays the other. */
function firstHands({ match }: Frame): Pair<Hand> {
  const [first = 0] = awaitedSeats(match)
  const you: Hand = { kind: 'you' }
  const brain: Hand = { kind: 'brain', name: 'baseline' }
  return first === 0 ? [you, brain] : [brain, you]
}

const nearSeat = (hands: Pair<Hand>): Seat => (hands[0].kind !== 'you' && hands[1].kind === 'you' ? 1 : 0)

/** No seat once the round is over: a fork lasts one round. */
function awaitedIn(story: Story): readonly Seat[] {
  const { result } = frameAt(story, lastIndex(story))
  return result === undefined && story.match.phase === 'playing' ? awaitedSeats(story.match) : []
}

/** Goes back to the user's last own move. */
function takenBack(past: readonly Story[], hands: Pair<Hand>): readonly Story[] {
  const isChoice = (story: Story): boolean => {
    const asked = awaitedIn(story)
    return asked.length > 0 && asked.every((seat) => hands[seat].kind === 'you')
  }
  const last = past.slice(0, -1).findLastIndex(isChoice)
  return past.slice(0, Math.max(1, last + 1))
}

function useThinker(game: string): {
  readonly thinker: Thinker | undefined
  readonly brains: readonly string[]
} {
  const [brains, setBrains] = useState<readonly string[]>([])
  const [thinker, setThinker] = useState<Thinker>()
  const isOpen = useRef(false)
  useEffect(() => {
    const opened = openThinker()
    isOpen.current = true
    setThinker(opened)
    void opened.ask({ kind: 'list', game }).then(({ words }) => isOpen.current && setBrains(words))
    return () => {
      isOpen.current = false
      opened.close()
    }
  }, [game])
  return { thinker, brains }
}

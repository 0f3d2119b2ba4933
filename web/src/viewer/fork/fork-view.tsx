import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { SEATS, type Pair, type Seat } from '../../../../src/game/game.ts'
import type { Player } from '../../../../src/match/match.ts'
import type { Remark } from '../../../../src/game/remark.ts'
import { lastIndex } from '../../story/cursor.ts'
import type { Frame, Story } from '../../story/story.ts'
import { TableView, type Choice } from '../../table/table-view.tsx'
import { MoveList } from '../move-list.tsx'
import { ShareLink } from '../share-link.tsx'
import { formatFork, type Answer, type ForkAddress, type Hand } from './fork-address.ts'
import {
  answered,
  awaitedIn,
  firstHands,
  forkStory,
  houseHand,
  playedOn,
  withHands,
  withoutRemarks,
} from './fork-story.ts'
import { openingOf, type MatchSettings } from './opening-of.ts'
import { openThinker, type Thinker } from './thinker.ts'

interface ForkViewProps {
  readonly title: string
  readonly lines: readonly string[]
  /** The match, and the position from which the fork goes on. */
  readonly story: Story
  readonly frame: Frame
  readonly place: string
  /** What its address says; undefined for a new fork. */
  readonly address: ForkAddress | undefined
  /** Starts a match of the bots that played from a position with these settings; undefined if the user may not. */
  readonly playOn: PlayOn | undefined
  /** Goes back to the match: to the position of the fork, or to an earlier one. */
  readonly leave: (index?: number) => void
}

/** Gives why it was refused; after a success another page is open. */
export type PlayOn = (settings: MatchSettings, seats: Pair<Player>) => Promise<string | undefined>

/** The least time for a move of a house brain, so that the user can follow. */
const PACE_MS = 350

/** A position of a fork, and the answer that led to it; the first has none. */
interface Step {
  readonly story: Story
  readonly answer?: Answer
}

/** Continues a match from one of its positions, by hand or with house brains. All of it happens in this browser. */
export function ForkView(props: ForkViewProps) {
  const { title, lines, story: original, frame, place, address, playOn, leave } = props
  const [past, setPast] = useState<readonly Step[]>(() => {
    const story = forkStory(lines, frame.events)
    const stories = story ? playedOn(story, address?.answers ?? []) : []
    return stories.map((one, index) => {
      const answer = address?.answers[index - 1]
      return { story: one, ...(answer && { answer }) }
    })
  })
  const [hands, setHands] = useState<Pair<Hand>>(() => address?.hands ?? firstHands(original, frame))
  const latest = past.at(-1)?.story
  const { thinker, brains, failure } = useThinker(frame.match.spec.game.id)
  // As at any table: a person who plays does not see what the opponent thinks.
  const isWatching = hands.every(({ kind }) => kind === 'brain')
  const story = useMemo(() => {
    const named = latest && withHands(latest, hands)
    return isWatching ? named : named && withoutRemarks(named)
  }, [latest, hands])
  const play = (from: Story, seat: Seat, move: string, remark?: Remark): void =>
    setPast((before) =>
      before.at(-1)?.story === from
        ? [...before, { story: answered(from, seat, move, remark), answer: { seat, move } }]
        : before,
    )
  const asked = latest ? awaitedIn(latest) : []
  const byBrain = asked.find((seat) => hands[seat].kind === 'brain')
  const byHand = byBrain === undefined ? asked[0] : undefined
  const here = formatFork({ place, hands, answers: past.flatMap(({ answer }) => answer ?? []) })

  useEffect(() => {
    const { pathname, search } = window.location
    window.history.replaceState(null, '', `${pathname}${search}${here}`)
  }, [here])

  // An address may name a brain that there is not, or not for this game.
  useEffect(() => {
    const isKnown = (hand: Hand): boolean => hand.kind === 'you' || brains.includes(hand.name)
    if (brains.length > 0 && !hands.every(isKnown))
      setHands([isKnown(hands[0]) ? hands[0] : YOU, isKnown(hands[1]) ? hands[1] : YOU])
  }, [brains, hands])

  useEffect(() => {
    const hand = byBrain === undefined ? undefined : hands[byBrain]
    if (!latest || byBrain === undefined || hand?.kind !== 'brain' || !thinker) return
    if (!brains.includes(hand.name)) return
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
  }, [latest, byBrain, hands, thinker, brains])

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

  if (!story || !latest) return <NothingToPlay leave={leave} />
  const isOver = asked.length === 0
  const near = story.match.round.seats[nearSeat(hands)]
  const first = past[0]?.story.frames.length ?? 0
  const goBack = (index: number): void =>
    index < first - 1
      ? leave(index)
      : setPast((before) => before.filter((step) => step.story.frames.length <= index + 1))
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
      hasRemarks={isWatching}
      choice={choice}
      choose={(move) => byHand !== undefined && play(latest, byHand, move)}
      news={
        <>
          <p className="round-head">
            {isOver ? 'The round is over' : byHand === undefined ? 'A house brain is thinking' : 'Your turn'}
          </p>
          {failure !== undefined && (
            <p className="notice" data-tone="warn" role="alert">
              There are no house brains here: {failure}.
            </p>
          )}
        </>
      }
      moves={<MoveList story={story} round={frame.round} index={lastIndex(story)} go={goBack} />}
      actions={
        <>
          {SEATS.map((seat) => (
            <HandChoice
              key={seat}
              seat={seat}
              original={original}
              frame={frame}
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
          <ShareLink place={here} />
          {playOn && !isOver && <BotsPlayOn story={latest} playOn={playOn} />}
          <button type="button" className="button" onClick={() => leave()}>
            Back to the match
          </button>
        </>
      }
    />
  )
}

const NothingToPlay = ({ leave }: Pick<ForkViewProps, 'leave'>) => (
  <section className="lonely">
    <p>The round is over in this position.</p>
    <p>
      <button type="button" className="button" onClick={() => leave()}>
        Back to the match
      </button>
    </p>
  </section>
)

/** The bots of the match play on from here, on the server: programs cannot run in a browser. */
function BotsPlayOn({ story, playOn }: { readonly story: Story; readonly playOn: PlayOn }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const settings = openingOf(story)
  if (!settings) return null
  const start = async (): Promise<void> => {
    setIsBusy(true)
    setProblem(await playOn(settings, story.match.round.seats))
    setIsBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className="button"
        title="A new match of the same bots, from this position. It does not count"
        disabled={isBusy}
        onClick={() => void start()}
      >
        The bots play on
      </button>
      {problem !== undefined && (
        <p className="notice" data-tone="warn" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

const YOU: Hand = { kind: 'you' }

interface HandChoiceProps {
  readonly seat: Seat
  readonly original: Story
  readonly frame: Frame
  readonly brains: readonly string[]
  readonly hand: Hand
  readonly change: (hand: Hand) => void
}

/** What plays a seat. The house brain that played it in the match stands first; other players cannot be asked here. */
function HandChoice({ seat, original, frame, brains, hand, change }: HandChoiceProps) {
  const id = useId()
  const player = frame.match.round.seats[seat]
  const own = houseHand(original.header, player)
  const played = own?.kind === 'brain' && brains.includes(own.name) ? own.name : undefined
  const name = original.names[player]
  return (
    <div className="field hand">
      <label htmlFor={id}>Seat “{original.match.spec.game.seatNames[seat]}”</label>
      <select
        id={id}
        value={hand.kind === 'you' ? '' : hand.name}
        onChange={({ target: { value } }) => change(value === '' ? YOU : { kind: 'brain', name: value })}
      >
        <option value="">you</option>
        {played !== undefined && <option value={played}>house:{played}, which played it</option>}
        {brains
          .filter((brain) => brain !== played)
          .map((brain) => (
            <option key={brain} value={brain}>
              house:{brain}
            </option>
          ))}
      </select>
      {played === undefined && <p className="muted fine">{name} played it, and cannot be asked here</p>}
    </div>
  )
}

const nearSeat = (hands: Pair<Hand>): Seat => (hands[0].kind !== 'you' && hands[1].kind === 'you' ? 1 : 0)

/** Goes back to the user's last own move. */
function takenBack(past: readonly Step[], hands: Pair<Hand>): readonly Step[] {
  const isChoice = ({ story }: Step): boolean => {
    const asked = awaitedIn(story)
    return asked.length > 0 && asked.every((seat) => hands[seat].kind === 'you')
  }
  const last = past.slice(0, -1).findLastIndex(isChoice)
  return past.slice(0, Math.max(1, last + 1))
}

function useThinker(game: string): {
  readonly thinker: Thinker | undefined
  readonly brains: readonly string[]
  /** Why there are none. */
  readonly failure: string | undefined
} {
  const [brains, setBrains] = useState<readonly string[]>([])
  const [thinker, setThinker] = useState<Thinker>()
  const [failure, setFailure] = useState<string>()
  const isOpen = useRef(false)
  useEffect(() => {
    const opened = openThinker(setFailure)
    isOpen.current = true
    setThinker(opened)
    void opened.ask({ kind: 'list', game }).then(({ words }) => isOpen.current && setBrains(words))
    return () => {
      isOpen.current = false
      opened.close()
    }
  }, [game])
  return { thinker, brains, failure }
}

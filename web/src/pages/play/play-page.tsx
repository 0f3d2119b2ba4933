import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { acceptInvitation, withdrawInvitation } from '../../api/games.ts'
import type { Seat } from '../../../../src/game/game.ts'
import { useMe } from '../../api/me.ts'
import type { Following } from '../../story/follow-match.ts'
import { useGame } from '../../story/games.ts'
import { useMatchInfo } from '../../watch/use-match-info.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { namesOf } from '../../parts/words.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { EndCard } from '../../watch/end-card.tsx'
import { MatchSound } from '../../watch/sound/match-sound.tsx'
import { foresee } from './foresee.ts'
import { RematchButton } from './rematch-button.tsx'
import { SignIn } from '../../parts/sign-in/sign-in.tsx'
import { openPlayClient, type PlayClient, type PlayState } from './play-client.ts'
import { TableView, type Choice } from '../../table/table-view.tsx'
import { waitingWords } from '../../watch/waiting-words.ts'

/** A match in which the visitor plays. */
export function PlayPage({ id }: { readonly id: number }) {
  const me = useMe()
  const { info, isMissing } = useMatchInfo(id)
  const player = info?.players.findIndex((one) => me && one.id === me.id && one.bot === null) ?? -1
  useTitle(info ? `Playing: ${namesOf(info)}` : `Game ${id}`)
  if (isMissing) return <NotFound what="game" />
  if (!info) return <p className="lonely">Looking for game {id} …</p>
  const watch = <Link href={`/matches/${id}`}>Watch it</Link>
  if (!me && info.status === 'open')
    return <SignIn why={`${info.players[0]?.name} waits for an opponent at ${info.title}.`} />
  if (!me) return <SignIn asks="key" why={<>Only its players can play at this board. {watch}</>} />
  if (player < 0)
    return (
      <section className="lonely">
        <h1>{namesOf(info)}</h1>
        {info.status === 'open' ? (
          <Invitation info={info} />
        ) : (
          <p>You do not play in this game, {me.name}.</p>
        )}
        <p>{watch}</p>
      </section>
    )
  return <Seated info={info} player={player === 0 ? 0 : 1} />
}

/** A visitor with the address of an invitation may take it up. */
function Invitation({ info: { id, title, players } }: { readonly info: MatchBody }) {
  const [problem, setProblem] = useState<string>()
  const join = async (): Promise<void> => {
    const joined = await acceptInvitation(id)
    if (!joined.ok) setProblem(joined.problem.message)
  }
  return (
    <>
      <p>{title}</p>
      <p>
        <button type="button" className="button main" onClick={() => void join()}>
          Play against {players[0]?.name}
        </button>
      </p>
      <p className="problem" role="alert">
        {problem}
      </p>
    </>
  )
}

interface SeatedProps {
  readonly info: MatchBody
  readonly player: 0 | 1
}

function Seated({ info, player }: SeatedProps) {
  const hasBegun = info.status === 'playing' || info.status === 'over'
  const isKnown = useGame(info.game)
  const following = useFollowing(info.id, hasBegun && isKnown, info.status === 'over')
  const { state, client } = usePlayClient(info.id)
  const { story } = following
  const place = story ? `${story.match.phase} ${story.match.round.index} ${story.match.round.turns}` : ''
  useEffect(() => client.current?.look(), [place])
  if (!story) return <Waiting info={info} following={following} />
  return (
    <Playing info={info} player={player} following={following} story={story} state={state} client={client} />
  )
}

function usePlayClient(match: number) {
  const client = useRef<PlayClient>(undefined)
  const [state, setState] = useState<PlayState>({})
  useEffect(() => {
    const opened = openPlayClient(match, setState)
    client.current = opened
    return () => opened.close()
  }, [match])
  return { state, client }
}

function Waiting({ info, following }: { readonly info: MatchBody; readonly following: Following }) {
  const [, navigate] = useLocation()
  const withdraw = async (): Promise<void> => {
    const gone = await withdrawInvitation(info.id)
    if (gone.ok) navigate('/play')
  }
  return (
    <section className="lonely">
      <h1>{info.title}</h1>
      <p role="status">
        {following.problem ??
          (info.status !== 'open'
            ? waitingWords(info, following)
            : info.invited
              ? `Waiting for ${info.invited.name} to take up your challenge`
              : 'Waiting for somebody to take up your challenge. It is in the lobby for everybody to see; or send a friend the address of this page.')}
      </p>
      {info.status === 'open' && (
        <p>
          <button type="button" className="button" onClick={() => void withdraw()}>
            Withdraw it
          </button>
        </p>
      )}
      {info.status === 'over' && following.state === 'missing' && (
        <p>
          <Link href="/play" className="button">
            Another game
          </Link>
        </p>
      )}
    </section>
  )
}

interface PlayingProps extends SeatedProps {
  readonly following: Following
  readonly story: Story
  readonly state: PlayState
  readonly client: React.RefObject<PlayClient | undefined>
}

function Playing({ info, player, following, story, state, client }: PlayingProps) {
  const choice = useChoice(story, player, state)
  const { result } = story.match
  const isOver = story.match.phase === 'over'
  const { turn, problem } = state
  const round = story.match.round.index + 1
  const premove = state.premove?.round === round ? state.premove.move : undefined
  return (
    <TableView
      title={info.title}
      badge={
        <>
          <Connection following={following} isOver={isOver} />
          <MatchSound following={following} />
        </>
      }
      story={story}
      following={following}
      near={player}
      hasAnswered={state.sent !== undefined && isShown(story, state)}
      choice={choice}
      premove={premove}
      choose={(move) => client.current?.play(move, round)}
      news={
        <>
          {result ? (
            <EndCard story={story} me={player}>
              <RematchButton info={info} me={player} />
            </EndCard>
          ) : (
            <p className="round-head">{askedWords(choice, state.sent, premove)}</p>
          )}
          {turn?.cheated != null && !isOver && (
            <p className="notice" data-tone="bad" role="alert">
              Your opponent sent {JSON.stringify(turn.cheated)}, which is not allowed.
            </p>
          )}
          {problem !== undefined && !isOver && (
            <p className="notice" data-tone="warn" role="alert">
              {problem}
            </p>
          )}
        </>
      }
      actions={
        isOver ? (
          <>
            <Link href="/play" className="button">
              Another game
            </Link>
            <Link href={`/matches/${info.id}`} className="button">
              Replay
            </Link>
          </>
        ) : (
          <>
            {turn?.cheated != null && (
              <button type="button" className="button main" onClick={() => client.current?.flip()}>
                Flip the table
              </button>
            )}
            <Resign isAsked={turn?.asked === true} resign={() => client.current?.resign()} />
          </>
        )
      }
    />
  )
}

/** Resigns after a second press. */
function Resign({ isAsked, resign }: { readonly isAsked: boolean; readonly resign: () => void }) {
  const [isSure, setSure] = useState(false)
  return (
    <button
      type="button"
      className="button"
      disabled={!isAsked}
      onClick={() => (isSure ? resign() : setSure(true))}
      onBlur={() => setSure(false)}
    >
      {isSure ? 'Really give up?' : 'Give up'}
    </button>
  )
}

/** The moves of the question when the board shows its position; else the premoves. */
function useChoice(story: Story, player: 0 | 1, { turn, sent }: PlayState): Choice | undefined {
  const { match } = story
  const { round, phase } = match
  return useMemo(() => {
    if (phase !== 'playing' || !turn) return undefined
    const seat: Seat = round.seats[0] === player ? 0 : 1
    const isAtHand = isShown(story, { turn })
    if (turn.asked && sent === undefined)
      return isAtHand ? { seat, view: turn.view, legal: turn.legal, isPremove: false } : undefined
    const next = foresee(match.spec.game, round.state, seat, isAtHand ? sent : undefined)
    return next && { seat, ...next, isPremove: true }
  }, [match, player, turn, sent])
}

/** Whether the board shows the position of the question. Positions come by the stream, questions by requests. */
const isShown = ({ match: { round } }: Story, { turn }: PlayState): boolean =>
  turn?.round === round.index + 1 && turn.turn === round.turns

function askedWords(
  choice: Choice | undefined,
  sent: string | undefined,
  premove: string | undefined,
): string {
  if (choice && !choice.isPremove) return 'Your turn'
  if (premove !== undefined) return `Next you play ${premove}`
  return sent === undefined ? 'Your opponent is thinking' : `You played ${sent}`
}

function Connection({ following, isOver }: { readonly following: Following; readonly isOver: boolean }) {
  if (isOver) return <p className="badge pill fine">Finished</p>
  return following.state === 'lost' ? (
    <ConnectionLost />
  ) : (
    <p className="badge pill fine" data-live="true">
      <span className="pulse" aria-hidden="true" /> Live
    </p>
  )
}

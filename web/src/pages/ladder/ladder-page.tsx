import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { BotBody } from '../../../../src/api/bots.ts'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import type { LadderBody } from '../../../../src/api/ladder.ts'
import { fetchBots } from '../../api/bots.ts'
import { fetchLadder } from '../../api/ladder.ts'
import { useMe } from '../../api/me.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { ChallengeButton } from '../../parts/challenge-button.tsx'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { FreezeNotice } from '../../parts/freeze-notice.tsx'
import { LadderTable } from '../../parts/ladder-table.tsx'
import { gamesWords } from '../../parts/ladder-words.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import { LadderControls } from './ladder-controls.tsx'
import { LadderHistory } from './ladder-history.tsx'
import { LadderMatches } from './ladder-matches.tsx'
import { OwnBots } from './own-bots.tsx'
import { SeasonPicker } from './season-picker.tsx'
import './ladder.css'

/** The ladder of one challenge. */
export function LadderPage({ challenge }: { readonly challenge: string }) {
  const me = useMe()
  const [query] = useSearchParams()
  const season = seasonIn(query)
  const {
    value: ladder,
    problem,
    reload,
  } = useResource(`${challenge} ${season}`, (signal) => fetchLadder(challenge, signal, season), {
    everyMs: 15_000,
  })
  const own = useResource(me && `${me.id}`, (signal) => fetchBots(me?.id ?? 0, signal))
  const challenges = useChallenges()
  const bots = own.value?.bots.filter((bot) => bot.challenge === challenge) ?? []
  useTitle(ladder ? `Ladder of ${ladder.title}` : 'Ladder')
  if (problem?.code === 'not-found') return <NotFound what={season === undefined ? 'challenge' : 'season'} />
  if (!ladder && problem) return <CannotShow what="the ladder" why={problem.message} />
  // Waits for all, so that the layout does not change.
  const isReady =
    ladder && challenges.length > 0 && (!me || own.value !== undefined || own.problem !== undefined)
  if (!isReady)
    return (
      <p className="lonely" role="status">
        Asking for the ladder …
      </p>
    )
  return (
    <div className="page">
      <header className="title flow apart">
        <h1>Ladder of {ladder.title}</h1>
        <Others challenge={challenge} challenges={challenges} />
      </header>
      {problem && <ConnectionLost />}
      <Ladder ladder={ladder} own={bots} reload={reload} />
      <p className="flow">
        <Link href={`/games/${challenge}/write`} className="button main">
          Write a bot
        </Link>
        <Link href={`/games/${challenge}`} className="button">
          The home of this game
        </Link>
      </p>
    </div>
  )
}

interface LadderProps {
  readonly ladder: LadderBody
  /** Bots of the person that is signed in. */
  readonly own: readonly BotBody[]
  readonly reload: () => Promise<void>
}

function Ladder({ ladder, own, reload }: LadderProps) {
  const me = useMe()
  const { challenge, season, seasons, freeze } = ladder
  const isRunning = season.ended === null
  return (
    <>
      {seasons.length > 1 && <SeasonPicker season={season} seasons={seasons} />}
      {isRunning && freeze !== null && <FreezeNotice freeze={freeze} />}
      {isRunning && own.length > 0 && <OwnBots bots={own} onChange={() => void reload()} />}
      <Table ladder={ladder} />
      <LadderHistory challenge={challenge} season={season.number} own={me?.id} />
      {isRunning && <LadderMatches challenge={challenge} />}
      {isRunning && me?.role === 'organiser' && (
        <LadderControls ladder={ladder} onChange={() => void reload()} />
      )}
    </>
  )
}

/** So many rows are shown at first; the own rows always. */
const TOP = 50

function Table({
  ladder: { challenge, title, rows, games, different, season },
}: Pick<LadderProps, 'ladder'>) {
  const me = useMe()
  const [showsAll, setShowsAll] = useState(false)
  const hasBots = rows.some(({ team }) => team !== null)
  const shown = showsAll ? rows : rows.filter(({ team }, index) => index < TOP || team?.id === me?.id)
  return (
    <section className="panel" aria-label="Ladder">
      <LadderTable
        caption={`Ladder of ${title}`}
        challenge={challenge}
        rows={shown}
        own={me?.id}
        isFull
        {...(me &&
          hasBots &&
          season.ended === null && {
            action: ({ team, bot }) =>
              team && (
                <ChallengeButton team={team} challenge={challenge} bot={bot?.id}>
                  Challenge
                </ChallengeButton>
              ),
          })}
      />
      {shown.length < rows.length && (
        <p className="ladder-foot">
          <button type="button" className="button" onClick={() => setShowsAll(true)}>
            Show all {rows.length}
          </button>
        </p>
      )}
      <p className="ladder-foot muted small">
        Rated so far: {gamesWords({ games, different })}.{' '}
        {different < games && 'Copies of a game count once. '}
        Lines are 95 % intervals: where they overlap, the order may be chance.{' '}
        {!hasBots && (
          <>
            No bot of a team is on it yet: <Link href={`/games/${challenge}/write`}>write the first</Link>
          </>
        )}
      </p>
    </section>
  )
}

function seasonIn(query: URLSearchParams): number | undefined {
  const text = query.get('season') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** The ladders of the other challenges. */
interface OthersProps {
  readonly challenge: string
  readonly challenges: readonly ChallengeBody[]
}

function Others({ challenge, challenges }: OthersProps) {
  return (
    <nav className="ladder-others line small" aria-label="Ladders">
      {challenges.map(({ id, title }) => (
        <Link key={id} href={`/ladder/${id}`} aria-current={id === challenge ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

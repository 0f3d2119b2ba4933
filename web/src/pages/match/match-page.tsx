import { Suspense } from 'react'
import { CannotFetchPart, late } from '../../parts/late.tsx'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { useGame } from '../../story/games.ts'
import { startMatch } from '../../api/matches.ts'
import { useMe } from '../../api/me.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { RulesLink } from '../../parts/rules-link.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { namesOf } from '../../parts/words.ts'
import { useFollowing } from '../../story/use-following.ts'
import type { PlayOn } from '../../viewer/fork/fork-view.tsx'
import { MatchView } from '../../viewer/match-view.tsx'
import { MatchSound } from '../../watch/sound/match-sound.tsx'
import { useMatchInfo } from '../../watch/use-match-info.ts'
import { useTeamNames } from '../../watch/use-team-names.ts'
import { waitingWords } from '../../watch/waiting-words.ts'

// Loaded on demand: only owners of players see it.
const OwnPanel = late(() => import('./own-panel.tsx'), 'OwnPanel', CannotFetchPart)

/** One match: waiting, running or finished. */
export function MatchPage({ id }: { readonly id: number }) {
  const me = useMe()
  const { info, isMissing } = useMatchInfo(id)
  const hasBegun = info?.status === 'playing' || info?.status === 'over'
  const isKnown = useGame(info?.game)
  const following = useTeamNames(useFollowing(id, hasBegun && isKnown, info?.status === 'over'), info)
  useTitle(info ? `${namesOf(info)}, ${info.title}` : `Match ${id}`)
  const isMine =
    me !== undefined && info?.players.some((one) => one.id === me.id && one.bot === null) === true
  const tournament = info?.tournament !== undefined && (
    <Link href={`/contests/${info.tournament}`}>See the contest</Link>
  )
  const ownIndex = info?.players.findIndex((one) => me !== undefined && one.id === me.id)
  const own = ownIndex === 0 || ownIndex === 1 ? ownIndex : undefined
  const playOn = usePlayOn(info)
  if (isMissing) return <NotFound what="match" />
  if (info === undefined) return <p className="lonely">Looking for match {id} …</p>
  const { story } = following
  if (story)
    return (
      <MatchView
        title={info.title}
        match={id}
        teams={info.players.map((player) => player.id)}
        aside={
          <>
            <MatchSound following={following} />
            {tournament}
            {isMine && info.status === 'playing' && <Link href={`/play/${id}`}>Take your seat</Link>}
          </>
        }
        own={
          own !== undefined || me?.role === 'organiser'
            ? (frame) => (
                <Suspense fallback={null}>
                  <OwnPanel match={info} story={story} frame={frame} me={own} />
                </Suspense>
              )
            : undefined
        }
        playOn={playOn}
        following={following}
        story={story}
      />
    )
  if (following.problem !== undefined) return <CannotShow what={namesOf(info)} why={following.problem} />
  return (
    <section className="lonely">
      <h1>{namesOf(info)}</h1>
      <p>
        {info.title} · <RulesLink challenge={info.challenge} />
      </p>
      <p role="status">{waitingWords(info, following)}</p>
      {tournament && <p>{tournament}</p>}
      {info.status === 'open' && (
        <p>
          <Link href={`/play/${id}`} className="button">
            {isMine ? 'Take your seat' : `Play against ${info.players[0]?.name}`}
          </Link>
        </p>
      )}
    </section>
  )
}

/** Starts a match of the same bots from another position. A team may do that if one of the bots is its own. */
function usePlayOn(info: MatchBody | undefined): PlayOn | undefined {
  const me = useMe()
  const [, navigate] = useLocation()
  const isMine = info?.players.some(({ id, program }) => program !== null && id === me?.id) === true
  const called = info?.players.map(({ id, bot, program }) => {
    if (!program) return bot?.startsWith('house:') ? bot : undefined
    return me?.role === 'organiser' || id === me?.id
      ? `bot:${program.id}@${program.version}`
      : `bot:${program.id}`
  })
  const [first, second] = called ?? []
  if (!info || first === undefined || second === undefined) return undefined
  if (!isMine && me?.role !== 'organiser') return undefined
  return async (settings, seats) => {
    const players = seats[0] === 0 ? ([first, second] as const) : ([second, first] as const)
    const match = await startMatch({ challenge: info.challenge, players: [...players], settings })
    if (!match.ok) return match.problem.message
    navigate(`/matches/${match.value.id}`)
    return undefined
  }
}

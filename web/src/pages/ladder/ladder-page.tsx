import { Link } from 'wouter'
import { fetchLadder } from '../../api/challenges.ts'
import { useMe } from '../../api/me.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { ChallengeButton } from '../../parts/challenge-button.tsx'
import { LadderTable } from '../../parts/ladder-table.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import './ladder.css'

/** The ladder of one challenge. */
export function LadderPage({ challenge }: { readonly challenge: string }) {
  const me = useMe()
  const { value: ladder, problem } = useResource(challenge, (signal) => fetchLadder(challenge, signal), {
    everyMs: 15_000,
  })
  useTitle(ladder ? `Ladder of ${ladder.title}` : 'Ladder')
  if (problem?.code === 'not-found') return <NotFound what="challenge" />
  if (!ladder && problem) return <CannotShow what="the ladder" why={problem.message} />
  const hasBots = ladder?.rows.some(({ team }) => team !== null)
  return (
    <div className="page">
      <header className="title flow apart">
        <h1>{ladder ? `Ladder of ${ladder.title}` : 'Ladder'}</h1>
        <Others challenge={challenge} />
      </header>
      {ladder && (
        <section className="panel" aria-label="Ladder">
          <LadderTable
            caption={`Ladder of ${ladder.title}`}
            rows={ladder.rows}
            own={me?.id}
            {...(me &&
              hasBots === true && {
                action: ({ team, bot }) =>
                  team && (
                    <ChallengeButton team={team} challenge={challenge} bot={bot?.id}>
                      Challenge
                    </ChallengeButton>
                  ),
              })}
          />
          <p className="ladder-foot muted small">
            {ladder.games === 1 ? '1 rated game is' : `${ladder.games} rated games are`} counted. Lines are 95
            % intervals: where they overlap, the order may be chance.{' '}
            {hasBots === false && (
              <>
                No bot of a team is on it yet: <Link href={`/games/${challenge}/write`}>write the first</Link>
              </>
            )}
          </p>
        </section>
      )}
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

/** The ladders of the other challenges. */
function Others({ challenge }: { readonly challenge: string }) {
  const challenges = useChallenges()
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

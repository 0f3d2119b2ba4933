import { Link } from '../../parts/link.tsx'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import { fetchHome } from '../../api/challenges.ts'
import { fetchMatches } from '../../api/matches.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { useTitle } from '../../parts/use-title.ts'
import { GoodMatch } from './good-match.tsx'
import { goalOf, rulesInAMinute } from './rules-in-a-minute.ts'
import './game.css'

/** The most matches that one request counts. */
const COUNTED = 100

/** All games that are played here, each with a picture. */
export function GamesPage() {
  const challenges = useChallenges()
  const { value: live } = useResource(
    'live',
    (signal) => fetchMatches({ status: 'playing', limit: COUNTED }, signal),
    { everyMs: 8_000 },
  )
  useTitle('Games')
  return (
    <div className="games">
      <h1>Games</h1>
      <p className="muted">
        Watch a game, learn its rules in a minute, play it by hand, or write a bot for it.
      </p>
      <ul className="tiles">
        {challenges.map((challenge) => (
          <li key={challenge.id}>
            <GameCard
              challenge={challenge}
              live={live?.matches.filter((match) => match.challenge === challenge.id).length ?? 0}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface GameCardProps {
  readonly challenge: ChallengeBody
  readonly live: number
}

function GameCard({ challenge, live }: GameCardProps) {
  const { value: home } = useResource(challenge.id, (signal) => fetchHome(challenge.id, signal))
  return (
    <article className="card box raised">
      <div className="card-board">
        {home?.good != null && <GoodMatch challenge={challenge} url={home.good} isStill />}
      </div>
      <div className="card-words">
        <h2>
          <Link href={`/games/${challenge.id}`}>{challenge.title}</Link>
        </h2>
        <p>
          {goalOf(challenge)} {rulesInAMinute(challenge.game)?.here?.[challenge.id]?.[0]}
        </p>
        <p className="game-live" data-live={live > 0 ? '' : undefined}>
          {live > 0 && <span className="pulse" aria-hidden="true" />}
          {live === 0 ? 'No match is running' : live === 1 ? '1 live match' : `${live} live matches`}
        </p>
      </div>
    </article>
  )
}

import { Link } from '../../parts/link.tsx'
import type { ChallengeHomeBody, WholeChallengeBody } from '../../../../src/api/challenges.ts'
import { useHome } from '../../api/use-home.ts'
import { GameFrame } from './game-frame.tsx'
import { GameKits } from './game-kits.tsx'
import { GameLadder } from './game-ladder.tsx'
import { GameMatches } from './game-matches.tsx'
import { GameRungs } from './game-rungs.tsx'
import { GoodMatch } from './good-match.tsx'
import { Minute } from './minute.tsx'

/** The home of a game: what it is, how to begin, how strong the others are, what is played. */
export function GamePage({ challenge: id }: { readonly challenge: string }) {
  const found = useHome(id)
  const { challenge, home } = found
  return (
    <GameFrame id={id} found={found} title="">
      {challenge && (
        <>
          <div className="game-top">
            <div className="game-picture" data-none={home && home.good == null ? '' : undefined}>
              {home?.good != null && <GoodMatch challenge={challenge} url={home.good} />}
            </div>
            <section className="game-words panel" aria-labelledby="minute">
              <Minute challenge={challenge} />
              <p className="game-doors flow">
                <Link href={`/games/${id}/write`} className="button main">
                  Write a bot
                </Link>
                <Link href={`/play?challenge=${encodeURIComponent(id)}`} className="button">
                  Play by hand
                </Link>
                <Link href={`/ladder/${id}`} className="button">
                  Challenge
                </Link>
              </p>
            </section>
          </div>
          {home && <Beginning challenge={challenge} home={home} />}
          <GameMatches challenge={id} />
        </>
      )}
    </GameFrame>
  )
}

interface BeginningProps {
  readonly challenge: WholeChallengeBody
  readonly home: ChallengeHomeBody
}

const Beginning = ({ challenge, home }: BeginningProps) => (
  <>
    <GameKits challenge={challenge} kits={home.kits} />
    <div className="game-pair">
      <GameRungs challenge={challenge.id} home={home} />
      <GameLadder challenge={challenge.id} />
    </div>
  </>
)

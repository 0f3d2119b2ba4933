import type { MatchBody } from '../../../../src/api/matches.ts'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { BoardsScene } from './boards-scene.tsx'
import { BracketScene } from './bracket-scene.tsx'
import { JoinScene } from './join-scene.tsx'
import { PodiumScene } from './podium-scene.tsx'
import { ReplayScene } from './replay-scene.tsx'
import { SlideScene } from './slide-scene.tsx'
import { StandingsScene } from './standings-scene.tsx'
import { WaitScene } from './wait-scene.tsx'
import type { Scene } from './direct.ts'
import type { Stake } from './stakes.ts'

interface SceneViewProps {
  readonly scene: Scene
  readonly contest: WholeTournamentBody | undefined
  readonly stakes: ReadonlyMap<number, Stake>
  readonly matchOf: (id: number) => MatchBody | undefined
}

/** The picture between head and foot. */
export const SceneView = (props: SceneViewProps) => (
  <div className="tv-scene" data-scene={props.scene.kind} key={props.scene.id}>
    <Picture {...props} />
  </div>
)

function Picture({ scene, contest, stakes, matchOf }: SceneViewProps) {
  switch (scene.kind) {
    case 'boards':
      return <BoardsScene slots={scene.slots} stakes={stakes} matchOf={matchOf} />
    case 'replay':
      return <ReplayScene match={scene.match} words={scene.words} />
    case 'standings':
      return contest && <StandingsScene contest={contest} page={scene.page} />
    case 'bracket':
      return contest && <BracketScene contest={contest} part={scene.part} />
    case 'slide':
      return <SlideScene url={scene.url} name={scene.name} />
    case 'join':
      return contest && <JoinScene contest={contest} />
    case 'podium':
      return contest && <PodiumScene contest={contest} />
    case 'wait':
      return <WaitScene contest={contest} />
  }
}

import { useHome } from '../../api/use-home.ts'
import { Workbench } from '../../workbench/workbench.tsx'
import { GameFrame } from './game-frame.tsx'

/** Where a team writes its bot for a challenge. */
export function WritePage({ challenge: id }: { readonly challenge: string }) {
  const found = useHome(id)
  const { challenge, home } = found
  return (
    <GameFrame id={id} found={found} title="Write a bot">
      {challenge && home && <Workbench challenge={challenge} home={home} />}
    </GameFrame>
  )
}

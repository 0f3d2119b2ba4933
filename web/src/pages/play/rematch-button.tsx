import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Player } from '../../../../src/match/match.ts'
import { playAgain } from '../../api/games.ts'
import { fetchMatches } from '../../api/matches.ts'
import { useResource } from '../../api/use-resource.ts'

interface RematchButtonProps {
  readonly info: MatchBody
  readonly me: Player
}

const LOOK_MS = 3_000

/** Plays the same opponent again at once. If the other team has asked for a rematch already, it is accepted. */
export function RematchButton({ info: { id, players }, me }: RematchButtonProps) {
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  const own = players[me]?.id ?? undefined
  const rival = players[me === 0 ? 1 : 0]
  const isTeam = rival?.id != null && rival.bot === null
  const invitations = useResource(
    isTeam && own !== undefined ? `rematch ${id}` : undefined,
    (signal) => fetchMatches({ ...(own !== undefined && { invited: own }), limit: 20 }, signal),
    { everyMs: LOOK_MS },
  ).value
  const isOffered = invitations?.matches.some(({ rematchOf }) => rematchOf === id) === true
  // A guest cannot be called again.
  if (rival?.bot == null && !isTeam) return null
  const play = async (): Promise<void> => {
    // A double click starts one match.
    if (isBusy.current) return
    isBusy.current = true
    const match = await playAgain(id)
    isBusy.current = false
    if (match.ok) navigate(`/play/${match.value.id}`)
    else setProblem(match.problem.message)
  }
  return (
    <>
      <button type="button" className="button main" onClick={() => void play()}>
        {isOffered ? `Accept the rematch of ${rival?.name}` : 'Rematch'}
      </button>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

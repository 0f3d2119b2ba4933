import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Player } from '../../../../src/match/match.ts'
import type { TimeControl } from '../../../../src/match/rules.ts'
import { acceptInvitation, createMatch } from '../../api/games.ts'
import { fetchMatches } from '../../api/matches.ts'
import { useResource } from '../../api/use-resource.ts'
import { rematchOf } from './rematch.ts'

interface RematchButtonProps {
  readonly info: MatchBody
  readonly me: Player
  readonly clock: TimeControl
}

const LOOK_MS = 3_000

/** Plays the same opponent again at once. If the other team has asked for a rematch already, it is accepted. */
export function RematchButton({ info, me, clock }: RematchButtonProps) {
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  const wanted = rematchOf(info, me, clock)
  const own = info.players[me]?.id ?? undefined
  const rival = info.players[me === 0 ? 1 : 0]
  const isTeam = wanted?.opponent.startsWith('player:') === true
  const invitations = useResource(
    isTeam && own !== undefined ? `rematch ${info.id}` : undefined,
    (signal) => fetchMatches({ ...(own !== undefined && { invited: own }), limit: 20 }, signal),
    { everyMs: LOOK_MS },
  ).value
  const offered = invitations?.matches.find(
    ({ challenge, players }) => challenge === info.challenge && players[0]?.id === rival?.id,
  )
  if (!wanted) return null
  const play = async (): Promise<void> => {
    // A double click starts one match.
    if (isBusy.current) return
    isBusy.current = true
    const match = offered ? await acceptInvitation(offered.id) : await createMatch(wanted)
    isBusy.current = false
    if (match.ok) navigate(`/play/${match.value.id}`)
    else setProblem(match.problem.message)
  }
  return (
    <>
      <button type="button" className="button main" onClick={() => void play()}>
        {offered ? `Accept the rematch of ${rival?.name}` : 'Rematch'}
      </button>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

import { useState } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import { fetchMatches } from '../../api/matches.ts'
import { acceptInvitation } from '../../api/games.ts'
import { useResource } from '../../api/use-resource.ts'
import type { Entrance } from '../../parts/sign-in/use-entrance.ts'

/** Open invitations of other players. */
export function Invitations({ entrance: { me, enter } }: { readonly entrance: Entrance }) {
  const [, navigate] = useLocation()
  const { value } = useResource('open', (signal) => fetchMatches({ status: 'open', limit: 20 }, signal), {
    everyMs: 4_000,
  })
  // Only the invited team can take up a match that is for one team; it finds that apart.
  const open = value?.matches.filter(({ invited, players }) => !invited || players[0]?.id === me?.id) ?? []
  const [problem, setProblem] = useState<string>()
  const join = async (id: number): Promise<void> => {
    const entered = await enter()
    const joined = entered.ok ? await acceptInvitation(id) : entered
    if (joined.ok) navigate(`/play/${id}`)
    else setProblem(joined.problem.message)
  }
  if (open.length === 0) return null
  return (
    <section className="panel" aria-labelledby="invitations">
      <h2 id="invitations">Open invitations</h2>
      <ul className="invitations">
        {open.map(({ id, title, invited, players: [first] }) => (
          <li key={id} className="line apart">
            <span>
              <b>{first?.name}</b>{' '}
              <span className="muted">
                {title}
                {invited && `, waits for ${invited.name}`}
              </span>
            </span>
            {me !== undefined && first?.id === me.id ? (
              <Link href={`/play/${id}`} className="button">
                Your own: sit down
              </Link>
            ) : (
              <button type="button" className="button main" onClick={() => void join(id)}>
                Play against {first?.name}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

import { useEffect, useState } from 'react'
import type { Result } from '../../../../src/base/result.ts'
import { signOut } from '../../api/account.ts'
import { TeamEvaluations } from './team-evaluations.tsx'
import { useMe, type PersonInfo } from '../../api/me.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { fetchPerson } from '../../api/team-api.ts'
import { TeamBots } from './team-bots.tsx'
import { TeamKeys } from './team-keys.tsx'
import { TeamMatches } from './team-matches.tsx'
import { TeamRecord } from './team-record.tsx'
import './team.css'

/** One team: how it stands, what it has played, its bots; for itself its evaluations and its keys as well. */
export function TeamPage({ id }: { readonly id: number }) {
  const me = useMe()
  const [found, setFound] = useState<Result<PersonInfo>>()
  const challenges = useChallenges()
  useTitle(found?.ok ? found.value.name : `Team ${id}`)
  useEffect(() => void fetchPerson(id).then(setFound), [id])
  if (!found) return <p className="lonely">Looking for team {id} …</p>
  if (!found.ok && found.problem.code === 'not-found') return <NotFound what="team" />
  if (!found.ok) return <CannotShow what={`team ${id}`} why={found.problem.message} />
  const person = found.value
  const isOwn = me?.id === id
  const mayRead = isOwn || me?.role === 'organiser'
  return (
    <div className="team">
      <header className="team-title">
        <h1>{person.name}</h1>
        <p className="muted">
          {person.role === 'organiser' ? 'Organiser' : `Player ${person.id}`}, here since{' '}
          {person.created.slice(0, 10)}
        </p>
        {isOwn && (
          <button type="button" className="button" onClick={() => void signOut()}>
            Sign out
          </button>
        )}
      </header>
      <TeamRecord id={id} />
      <TeamMatches id={id} mayRead={mayRead} />
      {mayRead && <TeamEvaluations id={id} challenges={challenges} />}
      <TeamBots id={id} isOwn={isOwn} challenges={challenges} />
      {isOwn && <TeamKeys id={id} />}
    </div>
  )
}

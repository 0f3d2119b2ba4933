import { Link } from '../../parts/link.tsx'
import { fetchPerson } from '../../api/people.ts'
import { signOut } from '../../api/account.ts'
import { TeamEvaluations } from './team-evaluations.tsx'
import { useMe } from '../../api/me.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { Invited } from '../../parts/invited.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { TeamBots } from './team-bots.tsx'
import { TeamKeys } from './team-keys.tsx'
import { TeamMatches } from './team-matches.tsx'
import { TeamRecord } from './team-record.tsx'
import './team.css'

/** The workshop of a team: its bots with their next steps and its matches first, its evaluations and keys below. */
export function TeamPage({ id }: { readonly id: number }) {
  const me = useMe()
  const { value: person, problem } = useResource(`${id}`, (signal) => fetchPerson(id, signal))
  const challenges = useChallenges()
  useTitle(person?.name ?? `Team ${id}`)
  if (problem?.code === 'not-found') return <NotFound what="team" />
  if (!person && problem) return <CannotShow what={`team ${id}`} why={problem.message} />
  if (!person) return <p className="lonely">Looking for team {id} …</p>
  const isOwn = me?.id === id
  const mayRead = isOwn || me?.role === 'organiser'
  return (
    <div className="team page">
      <header className="team-title title flow">
        <h1>{person.name}</h1>
        <p className="muted">
          {person.role === 'organiser' ? 'Organiser' : `Team ${person.id}`}, here since{' '}
          {person.created.slice(0, 10)}
        </p>
        {isOwn && (
          <span className="line">
            <Link className="button" href="/play">
              Play by hand
            </Link>
            <button type="button" className="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </span>
        )}
      </header>
      {isOwn && <Invited team={id} />}
      <TeamBots id={id} isOwn={isOwn} challenges={challenges} />
      <TeamMatches id={id} mayRead={mayRead} />
      <TeamRecord id={id} />
      {mayRead && <TeamEvaluations id={id} challenges={challenges} />}
      {isOwn && <TeamKeys id={id} />}
    </div>
  )
}

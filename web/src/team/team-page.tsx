import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { signOut } from '../account.ts'
import { useMe, type PersonInfo } from '../me.ts'
import type { ChallengeInfo, MatchInfo } from '../api.ts'
import { NotFound } from '../parts/not-found.tsx'
import formStyles from '../parts/form.css?url'
import { useTitle } from '../parts/use-title.ts'
import { sentence, timeAgo } from '../parts/words.ts'
import { useChallenges } from '../use-challenges.ts'
import { fetchPerson, fetchTally, fetchTeamMatches, type TallyInfo } from './team-api.ts'
import { TeamBots } from './team-bots.tsx'
import { TeamKeys } from './team-keys.tsx'
import styles from './team.css?url'

/** One team: how it stands, what it has played, its bots; for itself its keys as well. */
export function TeamPage({ id }: { readonly id: number }) {
  const me = useMe()
  const [person, setPerson] = useState<PersonInfo | 'missing'>()
  const challenges = useChallenges()
  useTitle(person && person !== 'missing' ? person.name : `Team ${id}`)
  useEffect(() => {
    void fetchPerson(id).then((found) =>
      setPerson(found.ok ? found.value : found.problem.code === 'not-found' ? 'missing' : undefined),
    )
  }, [id])
  if (person === 'missing') return <NotFound what="team" />
  if (!person) return <p className="lonely">Looking for team {id} …</p>
  const isOwn = me?.id === id
  return (
    <div className="team">
      <link rel="stylesheet" href={formStyles} precedence="page" />
      <link rel="stylesheet" href={styles} precedence="page" />
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
      <Standing id={id} challenges={challenges} />
      <TeamMatches id={id} />
      <TeamBots id={id} isOwn={isOwn} challenges={challenges} />
      {isOwn && <TeamKeys id={id} />}
    </div>
  )
}

function Standing({
  id,
  challenges,
}: {
  readonly id: number
  readonly challenges: readonly ChallengeInfo[]
}) {
  const [tallies, setTallies] = useState<readonly (readonly [ChallengeInfo, TallyInfo])[]>()
  useEffect(() => {
    let isWanted = true
    const look = async (): Promise<void> => {
      const found = await Promise.all(
        challenges.map(async (challenge) => [challenge, await fetchTally(challenge.id, id)] as const),
      )
      const played = found.flatMap(([challenge, tally]) => (tally ? [[challenge, tally] as const] : []))
      if (isWanted && challenges.length > 0) setTallies(played)
    }
    void look()
    return () => {
      isWanted = false
    }
  }, [id, challenges])
  return (
    <section className="panel" aria-labelledby="standing">
      <h2 id="standing">Record</h2>
      {tallies === undefined ? null : tallies.length === 0 ? (
        <p className="muted">Has not finished a match yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Challenge</th>
              <th scope="col">Played</th>
              <th scope="col">Won</th>
              <th scope="col">Drawn</th>
              <th scope="col">Lost</th>
              <th scope="col">
                <span className="hidden-words">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tallies.map(([{ id: name, title }, tally]) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td>{tally.played}</td>
                <td>{tally.won}</td>
                <td>{tally.drawn}</td>
                <td>{tally.lost}</td>
                <td>
                  <Share tally={tally} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Won, drawn and lost, one after the other. */
function Share({ tally: { won, drawn, lost } }: { readonly tally: TallyInfo }) {
  const all = Math.max(1, won + drawn + lost)
  return (
    <svg className="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="share-won" width={(won / all) * 100} height="10" />
      <rect className="share-drawn" x={(won / all) * 100} width={(drawn / all) * 100} height="10" />
      <rect className="share-lost" x={((won + drawn) / all) * 100} width={(lost / all) * 100} height="10" />
    </svg>
  )
}

function TeamMatches({ id }: { readonly id: number }) {
  const [matches, setMatches] = useState<readonly MatchInfo[]>()
  const [next, setNext] = useState<number | null>(null)
  const load = async (before?: number): Promise<void> => {
    const page = await fetchTeamMatches(id, before)
    if (!page.ok) return
    setMatches((known) => [...(before === undefined ? [] : (known ?? [])), ...page.value.matches])
    setNext(page.value.next)
  }
  useEffect(() => void load(), [id])
  const now = Date.now()
  return (
    <section className="panel" aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      {matches?.length === 0 && <p className="muted">None yet.</p>}
      <ul className="team-matches">
        {matches?.map((match) => (
          <li key={match.id} data-outcome={outcomeOf(match, id)}>
            <span className="outcome">{OUTCOMES[outcomeOf(match, id)]}</span>
            <Link href={`/matches/${match.id}`}>
              {match.players.map(({ name }) => name).join(' against ')}
            </Link>
            <span className="muted">
              {match.title}
              {match.end !== null &&
                `: ${sentence(
                  match.end,
                  match.players.map(({ name }) => name),
                )}`}
            </span>
            <time className="muted" dateTime={match.ended ?? match.created}>
              {timeAgo(match.ended ?? match.created, now)}
            </time>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" className="button" onClick={() => void load(next)}>
          Show older matches
        </button>
      )}
    </section>
  )
}

type Outcome = 'won' | 'drawn' | 'lost' | 'void' | 'running'

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  won: 'won',
  drawn: 'drawn',
  lost: 'lost',
  void: 'not counted',
  running: 'running',
}

function outcomeOf({ status, winner, players, void: isVoid }: MatchInfo, id: number): Outcome {
  if (status !== 'over') return 'running'
  if (isVoid) return 'void'
  if (winner === null) return 'drawn'
  return players[winner]?.id === id ? 'won' : 'lost'
}

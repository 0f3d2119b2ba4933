import { Link } from '../../parts/link.tsx'
import type { BotBody } from '../../../../src/api/bots.ts'
import { fetchBots } from '../../api/bots.ts'
import { fetchLadder } from '../../api/ladder.ts'
import { fetchPerson } from '../../api/people.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource, type Resource } from '../../api/use-resource.ts'
import { ok } from '../../../../src/base/result.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { ChallengeButton } from '../../parts/challenge-button.tsx'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { ratingWords } from '../../parts/ladder-words.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import { TeamMatches } from './team-matches.tsx'
import { TeamRecord } from './team-record.tsx'
import './team.css'

/** A team as everybody sees it: bots with their ratings, record, matches. */
export function PublicTeamPage({ id }: { readonly id: number }) {
  const { value: person, problem } = useResource(`${id}`, (signal) => fetchPerson(id, signal))
  const { value } = useResource(`${id}`, (signal) => fetchBots(id, signal))
  const bots = value?.bots.filter(({ plays }) => plays !== null) ?? []
  useTitle(person?.name ?? `Team ${id}`)
  if (problem?.code === 'not-found') return <NotFound what="team" />
  if (!person && problem) return <CannotShow what={`team ${id}`} why={problem.message} />
  if (!person) return <p className="lonely">Looking for team {id} …</p>
  const isTeam = person.role === 'player'
  return (
    <div className="team page">
      <header className="team-title title flow">
        <h1>{person.name}</h1>
        <p className="muted">
          {isTeam ? 'Team' : 'Organiser'}, here since {person.created.slice(0, 10)}
        </p>
        {isTeam && (
          <ChallengeButton team={person} challenge={bots[0]?.challenge} isMain>
            Challenge this team
          </ChallengeButton>
        )}
      </header>
      {isTeam && <PublicBots team={person} bots={bots} />}
      <TeamRecord id={id} />
      <TeamMatches id={id} mayRead={false} />
    </div>
  )
}

interface PublicBotsProps {
  readonly team: { readonly id: number; readonly name: string }
  readonly bots: readonly BotBody[]
}

/** The bots of a team that can play, each with its place on the ladder. */
function PublicBots({ team, bots }: PublicBotsProps) {
  const challenges = useChallenges()
  const { value: ratings, problem } = useRatings(bots)
  if (bots.length === 0) return null
  return (
    <section className="panel" aria-labelledby="bots">
      <h2 id="bots">Bots</h2>
      {problem && <ConnectionLost />}
      <ul className="public-bots lined">
        {bots.map((bot) => (
          <li key={bot.id}>
            <b className="wraps">
              {bot.name} <span className="muted">v{bot.plays}</span>
            </b>
            <Link href={`/ladder/${bot.challenge}`}>
              {challenges.find(({ id }) => id === bot.challenge)?.title ?? bot.challenge}
            </Link>
            <Link href={`/ladder/${bot.challenge}/bots/${bot.id}`} className="digits">
              {ratings?.get(bot.id) ?? ''}
            </Link>
            <ChallengeButton team={team} challenge={bot.challenge} bot={bot.id}>
              Challenge
            </ChallengeButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The rating and rank of each bot, in words. */
function useRatings(bots: readonly BotBody[]): Resource<ReadonlyMap<number, string>> {
  const challenges = [...new Set(bots.map(({ challenge }) => challenge))]
  return useResource(
    challenges.length === 0 ? undefined : challenges.join(),
    async (signal) => {
      const ladders = await Promise.all(challenges.map((challenge) => fetchLadder(challenge, signal)))
      // The ladder of a challenge that is gone is left out. After any other failure the ratings of before stay.
      const failed = ladders.find((ladder) => !ladder.ok && ladder.problem.code !== 'not-found')
      if (failed && !failed.ok) return failed
      const rows = ladders.flatMap((ladder) => (ladder.ok ? ladder.value.rows : []))
      return ok(
        new Map(
          rows.flatMap((row) => (row.bot ? [[row.bot.id, `${ratingWords(row)} · rank ${row.rank}`]] : [])),
        ),
      )
    },
    { everyMs: 30_000 },
  )
}

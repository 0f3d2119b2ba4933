import { useId, useState, type SubmitEvent } from 'react'
import { Link } from '../parts/link.tsx'
import type { BotBody } from '../../../src/api/bots.ts'
import type { RungBody } from '../../../src/api/challenges.ts'
import { fetchReadyBots, fetchVersions } from '../api/bots.ts'
import { fetchChallengeMatches } from '../api/own-matches.ts'
import { fetchTeams } from '../api/people.ts'
import { useResource } from '../api/use-resource.ts'
import '../parts/form.css'
import { beatenBy, nextRung } from './opponents.ts'
import { useStartMatch } from './use-start-match.ts'

interface PlayNowProps {
  /** A bot of the person that is signed in, with a version that plays. */
  readonly bot: BotBody
  readonly rungs: readonly RungBody[]
}

/** Starts a match of a bot: against a rung, another bot or its own last version, or a rated one. The match opens at once. */
export function PlayNow({ bot, rungs }: PlayNowProps) {
  const id = useId()
  const { play, playRated, problem } = useStartMatch(bot.challenge, bot.id)
  const [chosen, setChosen] = useState<string>()
  const [search, setSearch] = useState('')
  const opponents = useOpponents(bot)
  const next = nextRung(rungs, opponents.beaten)
  const found = opponents.others.filter(({ label }) =>
    label.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const sought = search.trim() === '' ? undefined : found[0]?.value
  const opponent = chosen ?? sought ?? (next && `house:${next.brain}`) ?? opponents.own?.value ?? ''

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void play(opponent)
  }
  return (
    <form className="play-now" aria-label={`Play with ${bot.name}`} onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-against`}>Against</label>
        <select id={`${id}-against`} value={opponent} onChange={({ target }) => setChosen(target.value)}>
          <optgroup label="The house, the weakest first">
            {rungs.map(({ brain, rating }) => (
              <option key={brain} value={`house:${brain}`}>
                {brain} ({rating}){opponents.beaten.has(brain) ? ' ✓ beaten' : ''}
              </option>
            ))}
          </optgroup>
          {opponents.own && (
            <optgroup label="Your own">
              <option value={opponents.own.value}>{opponents.own.label}</option>
            </optgroup>
          )}
          {found.length > 0 && (
            <optgroup label="Bots of the teams">
              {found.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        <Plays rungs={rungs} opponent={opponent} />
      </div>
      {opponents.others.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-search`}>Find the bot of a team</label>
          <input
            id={`${id}-search`}
            type="search"
            value={search}
            placeholder="Name of a team or bot"
            onChange={({ target }) => {
              setSearch(target.value)
              setChosen(undefined)
            }}
          />
          {search.trim() !== '' && found.length === 0 && (
            <small className="muted">No bot of that name is ready to play.</small>
          )}
        </div>
      )}
      <div className="line">
        <button className="button main" disabled={opponent === ''}>
          Play it now
        </button>
        <button
          type="button"
          className="button"
          aria-describedby={`${id}-rated`}
          onClick={() => void playRated()}
        >
          Play a rated match
        </button>
      </div>
      <p className="muted small" id={`${id}-rated`}>
        <i>Play it now</i> starts a match that does not count. In a rated match the{' '}
        <Link href={`/ladder/${bot.challenge}`}>ladder</Link> chooses the opponent.
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

/** How the chosen rung plays. */
function Plays({ rungs, opponent }: { readonly rungs: readonly RungBody[]; readonly opponent: string }) {
  const plays = rungs.find(({ brain }) => `house:${brain}` === opponent)?.plays
  return plays === undefined ? null : <small className="muted">{plays}</small>
}

interface Option {
  readonly value: string
  readonly label: string
}

interface Opponents {
  readonly beaten: ReadonlySet<string>
  /** The last version before the newest that plays. */
  readonly own?: Option
  readonly others: readonly Option[]
}

function useOpponents(bot: BotBody): Opponents {
  const { id, player, challenge, plays } = bot
  const matches = useResource(`${player} ${challenge}`, (signal) =>
    fetchChallengeMatches(player, challenge, signal),
  ).value
  const versions = useResource(`${id} ${plays}`, (signal) => fetchVersions(id, signal)).value?.versions
  const bots = useResource(challenge, (signal) => fetchReadyBots(challenge, signal)).value
  const teams = useResource('teams', fetchTeams).value
  const before = versions?.findLast(({ version, status }) => status === 'passed' && version < (plays ?? 0))
  const nameOf = (team: number): string => teams?.find((one) => one.id === team)?.name ?? `team ${team}`
  return {
    beaten: beatenBy(bot, matches ?? []),
    ...(before && {
      own: { value: `bot:${id}@${before.version}`, label: `${bot.name}, version ${before.version}` },
    }),
    others: (bots ?? [])
      .filter((one) => one.id !== id)
      .map((one) => ({ value: `bot:${one.id}`, label: `${nameOf(one.player)} · ${one.name}` })),
  }
}

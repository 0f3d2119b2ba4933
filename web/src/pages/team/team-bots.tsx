import { useId, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { BotBody, VersionBody } from '../../../../src/api/bots.ts'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { fetchBots, fetchVersions } from '../../api/bots.ts'
import { fetchHome } from '../../api/challenges.ts'
import { fetchMatches } from '../../api/matches.ts'
import { useResource } from '../../api/use-resource.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { LadderSwitch } from '../../parts/ladder-switch.tsx'
import { namesOf, timeAgo } from '../../parts/words.ts'
import { BuildView } from '../../workbench/build-view.tsx'
import { beatenBy, nextRung } from '../../workbench/opponents.ts'
import { useStartMatch } from '../../workbench/use-start-match.ts'
import '../../workbench/workbench.css'
import { nextStep, type NextStep } from './next-step.ts'
import { OUTCOMES, outcomeOf } from './outcome.ts'

interface TeamBotsProps {
  readonly id: number
  readonly isOwn: boolean
  readonly challenges: readonly ChallengeBody[]
}

/** The bots of a team, each with its last match and the next step of its owner. */
export function TeamBots({ id, isOwn, challenges }: TeamBotsProps) {
  const { value, reload } = useResource(`${id}`, (signal) => fetchBots(id, signal))
  const { value: matches, problem } = useResource(
    `${id}`,
    (signal) => fetchMatches({ player: id, limit: 100 }, signal),
    { everyMs: 5_000 },
  )
  const bots = value?.bots.toReversed()
  if (bots === undefined || (bots.length === 0 && !isOwn)) return null
  return (
    <section className="panel" aria-labelledby="bots">
      <h2 id="bots">Bots</h2>
      {problem && <ConnectionLost />}
      {bots.length === 0 && (
        <p className="muted">
          None yet. A bot is a program that the arena builds and runs: choose a game and write one.
        </p>
      )}
      <ul className="bots lined">
        {bots.map((bot) => (
          <Bot
            key={bot.id}
            bot={bot}
            isOwn={isOwn}
            title={challenges.find((one) => one.id === bot.challenge)?.title ?? bot.challenge}
            matches={matches?.matches ?? []}
            onBuilt={reload}
          />
        ))}
      </ul>
      {isOwn && <NewBot challenges={challenges} isFirst={bots.length === 0} />}
    </section>
  )
}

interface BotProps {
  readonly bot: BotBody
  readonly isOwn: boolean
  readonly title: string
  /** Of all bots of the team, newest first. */
  readonly matches: readonly MatchBody[]
  readonly onBuilt: () => Promise<void>
}

function Bot({ bot, isOwn, title, matches, onBuilt }: BotProps) {
  const { value, reload } = useResource(`${bot.id}`, (signal) => fetchVersions(bot.id, signal))
  const newest = value?.versions.at(-1)
  const last = matches.find(({ players }) => players.some(({ program }) => program?.id === bot.id))
  const step = nextStep(bot, newest, last)
  return (
    <li className="bot">
      <h3>
        {bot.name} <span className="muted">{title}</span>
      </h3>
      <p className="bot-state">
        {newest && (
          <span data-status={newest.status}>
            <b>Version {newest.version}</b> {STATUS[newest.status]}
          </span>
        )}
        {value && !newest && <span className="muted">No version yet</span>}
        {last && <LastMatch match={last} team={bot.player} />}
      </p>
      {isOwn && value && <Steps bot={bot} step={step} last={last} matches={matches} />}
      {isOwn && bot.plays !== null && <LadderSwitch bot={bot} />}
      {newest && (
        <BuildLog
          key={newest.version}
          version={newest}
          isOpen={step === 'build' || step === 'mend'}
          onVerdict={() => void Promise.all([reload(), onBuilt()])}
        />
      )}
    </li>
  )
}

const STATUS: Readonly<Record<VersionBody['status'], string>> = {
  waiting: 'is being built and tried',
  passed: 'is ready to play',
  failed: 'does not work',
  unjudged: 'has no verdict: the server failed, not the bot',
}

function LastMatch({ match, team }: { readonly match: MatchBody; readonly team: number }) {
  const outcome = outcomeOf(match, team)
  return (
    <span data-outcome={outcome}>
      Last match: <span className="outcome">{OUTCOMES[outcome]}</span>{' '}
      <Link href={`/matches/${match.id}`}>{namesOf(match)}</Link>{' '}
      <span className="muted">{timeAgo(match.ended ?? match.created, Date.now())}</span>
    </span>
  )
}

interface StepsProps {
  readonly bot: BotBody
  readonly step: NextStep
  readonly last: MatchBody | undefined
  readonly matches: readonly MatchBody[]
}

/** The next step as the main button, the other steps beside it. */
function Steps({ bot, step, last, matches }: StepsProps) {
  const { play, problem } = useStartMatch(bot.challenge, bot.id)
  const home = useResource(bot.plays === null ? undefined : bot.challenge, (signal) =>
    fetchHome(bot.challenge, signal),
  ).value
  const rung = home && nextRung(home.rungs, beatenBy(bot, matches))
  const look = (...main: readonly NextStep[]): string => (main.includes(step) ? 'button main' : 'button')
  const write = `/games/${bot.challenge}/write?bot=${bot.id}`
  return (
    <>
      <p className="line bot-steps">
        {step === 'watch' && last && (
          <Link className="button main" href={`/matches/${last.id}`}>
            Watch it play
          </Link>
        )}
        {step === 'read' && last && (
          <Link className="button main" href={`/matches/${last.id}`}>
            Read why it lost
          </Link>
        )}
        {bot.plays !== null && rung && (
          <button
            type="button"
            className={look('play')}
            title={`Against house:${rung.brain}`}
            onClick={() => void play(`house:${rung.brain}`)}
          >
            Play it now <span className="small">against {rung.brain}</span>
          </button>
        )}
        {bot.plays !== null && (
          <Link className="button" href={write}>
            Choose an opponent
          </Link>
        )}
        <Link className={look('write', 'mend')} href={write}>
          {step === 'write' ? 'Write it' : 'Upload a new version'}
        </Link>
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

interface BuildLogProps {
  readonly version: VersionBody
  readonly isOpen: boolean
  readonly onVerdict: () => void
}

/** The build log, folded once the version works. */
function BuildLog({ version, isOpen, onVerdict }: BuildLogProps) {
  const [isShown, setShown] = useState(isOpen)
  if (version.log === null && version.report === null && version.status !== 'waiting') return null
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>Build log of version {version.version}</summary>
      {isShown && <BuildView version={version} onVerdict={onVerdict} />}
    </details>
  )
}

interface NewBotProps {
  readonly challenges: readonly ChallengeBody[]
  readonly isFirst: boolean
}

/** Leads to the workbench of a challenge. */
function NewBot({ challenges, isFirst }: NewBotProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const challenge =
    chosen ?? challenges.find((one) => one.id === 'light-cycle')?.id ?? challenges[0]?.id ?? ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    navigate(`/games/${challenge}/write?bot=new`)
  }
  return (
    <form className="upload flow" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-challenge`}>{isFirst ? 'Your first bot plays' : 'A new bot that plays'}</label>
        <select id={`${id}-challenge`} value={challenge} onChange={({ target }) => setChosen(target.value)}>
          {challenges.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      <button className={isFirst ? 'button main' : 'button'}>Write a bot</button>
    </form>
  )
}

import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { Link } from './link.tsx'
import type { BotBody } from '../../../src/api/bots.ts'
import { fetchReadyBots } from '../api/bots.ts'
import type { Result } from '../../../src/base/result.ts'
import { createMatch } from '../api/games.ts'
import { startMatch } from '../api/matches.ts'
import { useMe } from '../api/me.ts'
import { useChallenges } from '../api/use-challenges.ts'
import { useResource } from '../api/use-resource.ts'
import { signInHref } from './sign-in/sign-in-href.ts'
import { useAction } from './use-action.ts'
import './form.css'

interface ChallengeButtonProps {
  readonly team: { readonly id: number; readonly name: string }
  readonly challenge?: string | undefined
  /** The id of the bot that is chosen first. */
  readonly bot?: number | undefined
  readonly children: string
  readonly isMain?: boolean
}

/** Challenges a team, by bot or by hand. The team itself has no such button. */
export function ChallengeButton({ team, challenge, bot, children, isMain = false }: ChallengeButtonProps) {
  const me = useMe()
  const [location] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const label = isMain ? undefined : `${children} ${team.name}`
  const look = isMain ? 'button main' : 'button'
  if (me?.id === team.id) return null
  if (!me)
    return (
      <Link href={signInHref(location)} className={look} aria-label={label}>
        {children}
      </Link>
    )
  const open = (): void => {
    setIsOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" className={look} aria-label={label} onClick={open}>
        {children}
      </button>
      <dialog
        ref={dialog}
        className="panel dialog"
        aria-label={`Challenge ${team.name}`}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && (
          <ChallengeForm
            me={me.id}
            team={team}
            first={challenge}
            bot={bot}
            close={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  )
}

interface ChallengeFormProps {
  readonly me: number
  readonly team: ChallengeButtonProps['team']
  readonly first: string | undefined
  readonly bot: number | undefined
  readonly close: () => void
}

function ChallengeForm({ me, team, first, bot, close }: ChallengeFormProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const challenges = useChallenges()
  const [chosen, setChosen] = useState(first)
  const challenge = challenges.find((one) => one.id === chosen) ?? challenges[0]
  const { value: bots } = useResource(challenge?.id, (signal) => fetchReadyBots(challenge?.id ?? '', signal))
  const [isByHand, setIsByHand] = useState(false)
  const { isBusy, said, send } = useAction()
  const own = bots?.filter(({ player }) => player === me) ?? []
  const theirs = bots?.filter(({ player }) => player === team.id) ?? []
  const mayUseBots = own.length > 0 && theirs.length > 0
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!challenge) return
    const data = new FormData(event.currentTarget)
    const isBots = mayUseBots && !isByHand
    const made: Promise<Result<{ readonly id: number }>> = isBots
      ? startMatch({
          challenge: challenge.id,
          players: [`bot:${field(data, 'own')}`, `bot:${field(data, 'theirs')}`],
        })
      : createMatch({ challenge: challenge.id, opponent: `player:${team.id}` })
    await send(made, (match) => {
      close()
      navigate(isBots ? `/matches/${match.id}` : `/play/${match.id}`)
      return undefined
    })
  }
  return (
    <form className="challenge-form" onSubmit={(event) => void submit(event)}>
      <h2>Challenge {team.name}</h2>
      <div className="field">
        <label htmlFor={`${id}-game`}>Game</label>
        <select id={`${id}-game`} value={challenge?.id} onChange={(event) => setChosen(event.target.value)}>
          {challenges.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="choices">
        <legend>How</legend>
        <label>
          <input
            type="radio"
            name="how"
            checked={mayUseBots && !isByHand}
            disabled={!mayUseBots}
            onChange={() => setIsByHand(false)}
          />{' '}
          Bot against bot, at once
        </label>
        <label>
          <input
            type="radio"
            name="how"
            checked={!mayUseBots || isByHand}
            onChange={() => setIsByHand(true)}
          />{' '}
          By hand, when {team.name} takes it up
        </label>
      </fieldset>
      {bots && !mayUseBots && (
        <p className="muted small">
          {own.length === 0 ? (
            <>
              You have no bot for this game that is ready to play.{' '}
              <Link href={`/games/${challenge?.id}/write`}>Write one</Link>
            </>
          ) : (
            `${team.name} has no bot for this game that is ready to play.`
          )}
        </p>
      )}
      {mayUseBots && !isByHand && (
        <>
          <BotSelect label="Your bot" name="own" bots={own} />
          <BotSelect label={`The bot of ${team.name}`} name="theirs" bots={theirs} first={bot} />
        </>
      )}
      <p className="problem" role="alert">
        {said?.message}
      </p>
      <div className="flow">
        <button className="button main" disabled={isBusy}>
          {mayUseBots && !isByHand ? 'Play it now' : 'Send the challenge'}
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

interface BotSelectProps {
  readonly label: string
  readonly name: string
  readonly bots: readonly BotBody[]
  readonly first?: number | undefined
}

function BotSelect({ label, name, bots, first }: BotSelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={first}>
        {bots.map((bot) => (
          <option key={bot.id} value={bot.id}>
            {bot.name} v{bot.plays}
          </option>
        ))}
      </select>
    </div>
  )
}

const field = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

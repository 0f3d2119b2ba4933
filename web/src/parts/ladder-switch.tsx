import { useRef, useState } from 'react'
import { Link } from './link.tsx'
import type { BotBody } from '../../../src/api/bots.ts'
import type { LadderBotBody, LadderVersionBody } from '../../../src/api/ladder.ts'
import { fetchLadderBot, setEnrolled } from '../api/ladder.ts'
import { useResource } from '../api/use-resource.ts'
import { firstClick } from './first-click.ts'
import { gainWords, gamesWords, ratingWords } from './ladder-words.ts'
import './ladder-switch.css'

interface LadderSwitchProps {
  /** A bot of the person that is signed in, with a version that plays. */
  readonly bot: Pick<BotBody, 'id' | 'name' | 'challenge' | 'plays'>
  /** Called after each change. */
  readonly onChange?: () => void
}

/** Enrols a bot in the ladder of its challenge, or takes it out, and says where it stands. */
export function LadderSwitch({ bot: { id, name, challenge, plays }, onChange }: LadderSwitchProps) {
  const { value, problem, reload } = useResource(
    `${id} ${plays}`,
    (signal) => fetchLadderBot(challenge, id, signal),
    { everyMs: 15_000 },
  )
  const [refusal, setRefusal] = useState<string>()
  const isBusy = useRef(false)
  const change = async (isEnrolled: boolean): Promise<void> => {
    // A double click sends one request.
    if (isBusy.current) return
    isBusy.current = true
    const changed = await setEnrolled(challenge, id, isEnrolled)
    setRefusal(changed.ok ? undefined : changed.problem.message)
    await reload()
    isBusy.current = false
    onChange?.()
  }
  const newest = value?.versions.find(({ games }) => games > 0)
  const said = refusal ?? (value ? undefined : problem?.message)
  return (
    <div className="ladder-switch line">
      {value && (
        <>
          <button
            type="button"
            className="button"
            aria-label={`${labelOf(value)}: ${name}`}
            onClick={firstClick(() => void change(!value.enrolled))}
          >
            {labelOf(value)}
          </button>
          <span className="small" role="status">
            {value.enrolled ? (
              <>
                On the <Link href={`/ladder/${challenge}/bots/${id}`}>ladder</Link>
                {newest ? `: ${standingWords(newest)}` : ': its first matches begin soon'}
              </>
            ) : (
              <span className="muted">The ladder then plays rated matches with it, day and night.</span>
            )}
          </span>
        </>
      )}
      {said !== undefined && (
        <p className="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  )
}

const standingWords = (newest: LadderVersionBody): string => {
  const rated = `version ${newest.version} has ${ratingWords(newest)} after ${gamesWords(newest)}`
  return newest.gained ? `${rated}; ${gainWords(newest.gained)}` : rated
}

const labelOf = ({ enrolled }: LadderBotBody): string =>
  enrolled ? 'Leave the ladder' : 'Enrol it in the ladder'

import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { LadderBody } from '../../../../src/api/ladder.ts'
import { beginSeason, fetchLadders, makeContest, setFreeze, setLadderShare } from '../../api/ladder.ts'
import { fetchFormats } from '../../api/tournaments.ts'
import { useResource } from '../../api/use-resource.ts'
import { AskOnceMore } from '../../parts/ask-once-more.tsx'
import { timeIn } from '../../parts/local-time.ts'
import { momentWords } from '../../parts/moment-words.ts'
import { TimeInput } from '../../parts/time-input.tsx'
import { useAction, type Action } from '../../parts/use-action.ts'

interface LadderControlsProps {
  readonly ladder: LadderBody
  /** Called after each change, so that the page reads the ladder again. */
  readonly onChange: () => void
}

/** The organiser's controls of a ladder. */
export const LadderControls = ({ ladder, onChange }: LadderControlsProps) => (
  <section className="panel controls" aria-labelledby="controls">
    <h2 id="controls">For the organiser</h2>
    <div className="ladder-controls">
      <Contest ladder={ladder} />
      <Freeze key={ladder.freeze} ladder={ladder} onChange={onChange} />
      <NewSeason ladder={ladder} onChange={onChange} />
      <Share />
    </div>
  </section>
)

const Said = ({ said }: Pick<Action, 'said'>) => (
  <p
    className="control-said small"
    data-kind={said?.kind}
    role={said?.kind === 'refused' ? 'alert' : 'status'}
  >
    {said?.message}
  </p>
)

/** A contest of the best bots, in one click. */
function Contest({ ladder: { challenge, title, rows } }: Pick<LadderControlsProps, 'ladder'>) {
  const id = useId()
  const [, navigate] = useLocation()
  const { isBusy, send, said } = useAction()
  const formats = useResource('formats', fetchFormats).value?.formats ?? []
  const rated = rows.filter(({ bot, games }) => bot !== null && games > 0).length
  const [typedTop, setTop] = useState<string>()
  const top = typedTop ?? `${Math.max(2, Math.min(8, rated))}`
  const [format, setFormat] = useState('round-robin-knock-out')
  const [typed, setTyped] = useState<string>()
  const name = typed ?? `Top ${top} of ${title}`
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void send(makeContest(challenge, { name, top: Number(top), format }), (made) => {
      navigate(`/contests/${made.id}`)
      return undefined
    })
  }
  return (
    <form onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Contest of the best</h3>
      <p className="muted small">
        The best bots meet in a tournament, seeded by rating, each with its rated version.
      </p>
      <div className="flow">
        <div className="field short">
          <label htmlFor={`${id}-top`}>Top</label>
          <input
            id={`${id}-top`}
            type="number"
            min={2}
            max={1000}
            required
            value={top}
            onChange={({ target }) => setTop(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-format`}>Format</label>
          <select id={`${id}-format`} value={format} onChange={({ target }) => setFormat(target.value)}>
            {formats.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name of the contest</label>
        <input
          id={`${id}-name`}
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <button className="button main" disabled={isBusy}>
        Make a contest of the top {top}
      </button>
      <Said said={said} />
    </form>
  )
}

function Freeze({ ladder: { challenge, freeze }, onChange }: LadderControlsProps) {
  const id = useId()
  const { isBusy, send, said } = useAction()
  const [typed, setTyped] = useState(freeze ?? '')
  const at = Date.parse(typed)
  const change = (to: string | null): void =>
    void send(setFreeze(challenge, to), () => {
      onChange()
      return undefined
    })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!Number.isNaN(at)) change(timeIn(typed))
  }
  return (
    <form onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Freeze</h3>
      <p className="muted small">
        A version counts if its upload was complete by then, however long its build takes. Matches go on.
      </p>
      <div className="field">
        <label htmlFor={`${id}-at`}>Submissions close at (your local time)</label>
        <TimeInput
          id={`${id}-at`}
          required
          text={typed}
          aria-describedby={`${id}-means`}
          onChange={setTyped}
        />
        <small id={`${id}-means`} className="muted">
          {Number.isNaN(at) ? 'No time is chosen' : `In UTC: ${momentWords(at, 'UTC')}`}
        </small>
      </div>
      <div className="flow">
        <button className="button" disabled={isBusy}>
          {freeze === null ? 'Set the freeze' : 'Move the freeze'}
        </button>
        {freeze !== null && (
          <button type="button" className="button" disabled={isBusy} onClick={() => change(null)}>
            Remove the freeze
          </button>
        )}
      </div>
      <Said said={said} />
    </form>
  )
}

/** Asks once more: ratings begin anew. */
function NewSeason({ ladder: { challenge, seasons }, onChange }: LadderControlsProps) {
  const id = useId()
  const { isBusy, send, said } = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState<string>()
  const name = typed ?? `Season ${(seasons[0]?.number ?? 0) + 1}`
  const button = useRef<HTMLButtonElement>(null)
  const hasAsked = useRef(false)
  useEffect(() => {
    // The focus goes back to the button.
    if (hasAsked.current && !isAsking) button.current?.focus()
    hasAsked.current = isAsking
  }, [isAsking])
  const begin = async (): Promise<void> => {
    setIsAsking(false)
    await send(beginSeason(challenge, name), (season) => {
      setTyped(undefined)
      onChange()
      return `${season.name} has begun.`
    })
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setIsAsking(true)
  }
  return (
    <form onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>New season</h3>
      <p className="muted small">
        In a new season all ratings begin anew. Old seasons stay readable, and bots stay enrolled.
      </p>
      {isAsking ? (
        <AskOnceMore
          what={`Begin ${name}`}
          words={`All ratings of this ladder begin anew with ${name}, and that cannot be taken back.`}
          no="Not yet"
          onYes={begin}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <>
          <div className="field">
            <label htmlFor={`${id}-name`}>Name of the next season</label>
            <input
              id={`${id}-name`}
              required
              maxLength={100}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          <button ref={button} className="button" disabled={isBusy}>
            Begin a new season …
          </button>
        </>
      )}
      <Said said={said} />
    </form>
  )
}

/** How much of the machine all ladders together may use. */
function Share() {
  const id = useId()
  const { isBusy, send, said } = useAction()
  const { value, reload } = useResource('ladders', fetchLadders, { everyMs: 5_000 })
  const [typed, setTyped] = useState<string>()
  const percent = typed ?? `${value?.share ?? ''}`
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void send(setLadderShare(Number(percent)), () => {
      setTyped(undefined)
      void reload()
      return 'Saved.'
    })
  }
  return (
    <form onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Share of the machine</h3>
      <p className="muted small">
        For all ladders together, of the places for matches of programs. Matches that people start come first;
        0 stops the ladders.
      </p>
      <div className="field">
        <label htmlFor={`${id}-percent`}>Percent</label>
        <div className="typed">
          <input
            id={`${id}-percent`}
            type="number"
            min={0}
            max={100}
            required
            value={percent}
            aria-describedby={`${id}-places`}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button className="button" disabled={isBusy}>
            Save
          </button>
        </div>
        <small id={`${id}-places`} className="muted">
          {value ? placesWords(value.share, value.places, value.running) : ' '}
        </small>
      </div>
      <Said said={said} />
    </form>
  )
}

const placesWords = (share: number, places: number, running: number): string =>
  `${share} % give ${places === 1 ? '1 place' : `${places} places`}; ${running} ${running === 1 ? 'match' : 'matches'} of ladders wait or run now`

import { useId } from 'react'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import type { TournamentDraft } from './tournament-draft.ts'
import type { Drafts } from './use-draft.ts'

interface UnfinishedDraftsProps extends Pick<Drafts, 'others' | 'open' | 'discard'> {
  readonly challenges: readonly ChallengeBody[]
}

/** The drafts that a link to the form has put aside, each with a way back to it. */
export function UnfinishedDrafts({ others, challenges, open, discard }: UnfinishedDraftsProps) {
  const id = useId()
  if (others.length === 0) return null
  const nameOf = ({ name }: TournamentDraft): string => (name.trim() === '' ? 'without a name' : name)
  const titleOf = ({ challenge }: TournamentDraft): string | undefined =>
    challenges.find((one) => one.id === challenge)?.title
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>Not finished yet</h2>
      <ul className="unfinished lined">
        {others.map((other, at) => (
          <li key={at} className="line">
            <span className="unfinished-name">
              <b>{nameOf(other)}</b> <span className="muted">{titleOf(other)}</span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Go on with it: ${nameOf(other)}`}
              onClick={() => open(other)}
            >
              Go on with it
            </button>
            <button
              type="button"
              className="button"
              aria-label={`Discard: ${nameOf(other)}`}
              onClick={() => discard(other)}
            >
              Discard
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

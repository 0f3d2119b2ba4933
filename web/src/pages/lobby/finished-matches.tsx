import { useState } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Result } from '../../../../src/base/result.ts'
import { MatchRows } from '../../parts/match-rows.tsx'

interface FinishedMatchesProps {
  readonly matches: readonly MatchBody[]
  /** Loads older matches; not given if there are none. */
  readonly more?: () => Promise<Result<unknown>>
}

export function FinishedMatches({ matches, more }: FinishedMatchesProps) {
  const [problem, setProblem] = useState<string>()
  const showMore = async (): Promise<void> => {
    setProblem(undefined)
    const found = await more?.()
    if (found?.ok === false) setProblem('The page could not load older matches; try again.')
  }
  return (
    <section className="shelf" aria-labelledby="finished">
      <h2 id="finished">Finished</h2>
      <MatchRows matches={matches} />
      {problem !== undefined && <p role="alert">{problem}</p>}
      {more && (
        <button type="button" className="button" onClick={() => void showMore()}>
          Show older matches
        </button>
      )}
    </section>
  )
}

import { useId } from 'react'
import { useSearchParams } from 'wouter'
import type { SeasonBody } from '../../../../src/api/ladder.ts'

interface SeasonPickerProps {
  readonly season: SeasonBody
  /** The newest first. */
  readonly seasons: readonly SeasonBody[]
}

/** Chooses a season. The address has it, so that a link to an old season works. */
export function SeasonPicker({ season, seasons }: SeasonPickerProps) {
  const id = useId()
  const [, setQuery] = useSearchParams()
  const choose = (number: number): void =>
    setQuery(number === seasons[0]?.number ? {} : { season: `${number}` })
  return (
    <div className="field season line">
      <label htmlFor={id}>Season</label>
      <select id={id} value={season.number} onChange={({ target }) => choose(Number(target.value))}>
        {seasons.map(({ number, name }) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
      <span className="muted small">{seasonWords(season)}</span>
    </div>
  )
}

const seasonWords = ({ began, ended }: SeasonBody): string => {
  const from = began === null ? 'from the beginning' : `from ${began.slice(0, 10)}`
  return ended === null ? `${from}, still running` : `${from} to ${ended.slice(0, 10)}`
}

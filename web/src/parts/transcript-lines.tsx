import type { LineBody } from '../../../src/api/matches.ts'

interface TranscriptLinesProps {
  readonly lines: readonly LineBody[]
  /** The time of the first line. */
  readonly began: string
  /** The link to the position of a line. */
  readonly placeOf?: (line: LineBody) => string
  /** Whether a line belongs to the position in view. */
  readonly isNow?: (line: LineBody) => boolean
}

/** Browsers render only the visible rows of a longer list; a picture of the whole page then lacks the others. */
const LONG = 2_000

/** A conversation, line by line: when, who, what. */
export const TranscriptLines = ({ lines, began, placeOf, isNow }: TranscriptLinesProps) => (
  <ol className="transcript digits" data-long={lines.length > LONG || undefined}>
    {lines.map((line, index) => (
      <li key={index} data-from={line.from} aria-current={isNow?.(line) ? 'true' : undefined}>
        <time dateTime={line.at} title={line.at}>
          {sinceText(line.at, began)}
        </time>
        <span className="who">{WHO[line.from]}</span>
        <code>{line.text}</code>
        {placeOf && line.from !== 'note' && (
          <a href={placeOf(line)} aria-label={`Turn ${line.turn + 1} on the board`}>
            turn {line.turn + 1}
          </a>
        )}
      </li>
    ))}
  </ol>
)

const WHO: Readonly<Record<LineBody['from'], string>> = { arena: 'arena', team: 'you', note: 'note' }

/** `0.000`, `12.345`: seconds since it began. */
const sinceText = (at: string, began: string): string =>
  (Math.max(0, Date.parse(at) - Date.parse(began)) / 1000).toFixed(3)

/** The same as plain text. */
export const transcriptText = (lines: readonly LineBody[]): string =>
  lines.map(({ at, from, text }) => `${at} ${SIGNS[from]} ${text}\n`).join('')

const SIGNS: Readonly<Record<LineBody['from'], string>> = { arena: '>', team: '<', note: '!' }

import { useId, useMemo, useState, type PointerEvent } from 'react'
import type { HistoryPointBody } from '../../../src/api/ladder.ts'
import { ratingWords } from './ladder-words.ts'
import { momentWords } from './moment-words.ts'
import { Name } from './name.tsx'
import {
  nearestPoint,
  ratingPlane,
  versionStarts,
  type PointPlace,
  type RatingLine,
  type RatingPlane,
} from './rating-lines.ts'
import './rating-history.css'

interface RatingHistoryProps {
  /** At least one of them has points. */
  readonly lines: readonly RatingLine[]
  /** The team whose line is chosen at first. */
  readonly own?: number | undefined
}

/** Ratings over time. One line is chosen: it has its interval as a band, its versions, and its values by pointer and by keys. */
export function RatingHistory({ lines: all, own }: RatingHistoryProps) {
  const lines = useMemo(() => all.filter(({ points }) => points.length > 0), [all])
  const plane = useMemo(() => ratingPlane(lines, new Date().getTimezoneOffset()), [lines])
  const [chosen, setChosen] = useState<number>()
  /** Undefined is the last point. */
  const [step, setStep] = useState<number>()
  const [pointed, setPointed] = useState<PointPlace>()
  const looks = useMemo(() => looksOf(lines), [lines])

  const first = lines.findIndex(({ team }) => team.id === own)
  const found = lines.findIndex(({ bot }) => bot.id === chosen)
  const kept = found >= 0 ? found : Math.max(0, first)
  const shown = (pointed && lines[pointed.line]) ?? lines[kept]
  if (!shown) return null
  const last = shown.points.length - 1
  const point = shown.points[Math.min(last, pointed?.point ?? step ?? last)]
  if (!point) return null

  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent): PointPlace | undefined => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const place = { x: (100 * (clientX - left)) / width, y: (100 * (clientY - top)) / height }
    return nearestPoint(lines, plane, place, { width, height })
  }
  const choose = (line: RatingLine, at?: number): void => {
    setChosen(line.bot.id)
    setStep(at)
  }
  return (
    <div className="history">
      <p className="history-now digits">
        <b className="wraps">
          <Name name={nameOf(shown)} />
        </b>{' '}
        {pointWords(point)} <span className="muted">{momentWords(Date.parse(point.at))}</span>
      </p>
      <div className="history-plot">
        <svg className="history-ratings" aria-hidden="true">
          {plane.ratings.map((rating) => (
            <text key={rating} x="100%" y={`${plane.down(rating)}%`} dy="0.32em" textAnchor="end">
              {rating}
            </text>
          ))}
        </svg>
        <div
          className="history-area"
          onPointerMove={(event) => setPointed(pointAt(event))}
          onPointerLeave={() => setPointed(undefined)}
          onPointerDown={(event) => {
            const place = pointAt(event)
            const line = place && lines[place.line]
            if (line) choose(line, place.point)
          }}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {plane.ratings.map((rating) => (
              <line
                key={rating}
                className="history-grid"
                x1="0"
                x2="100"
                y1={plane.down(rating)}
                y2={plane.down(rating)}
              />
            ))}
            <polygon
              className="history-band"
              data-line={looks.get(shown.bot.id)?.colour}
              points={bandOf(shown, plane)}
            />
            {lines.map((line) => (
              <polyline
                key={line.bot.id}
                className="history-line"
                data-line={looks.get(line.bot.id)?.colour}
                data-dashed={looks.get(line.bot.id)?.isDashed === true ? '' : undefined}
                data-shown={line === shown ? '' : undefined}
                points={line.points
                  .map(({ at, rating }) => `${plane.across(Date.parse(at))},${plane.down(rating)}`)
                  .join(' ')}
              />
            ))}
          </svg>
          {/* Dots and words keep their shape, so they are in a drawing of their own. */}
          <svg className="history-marks" aria-hidden="true">
            {lines
              .filter((line) => line !== shown && line.points.length === 1)
              .map((line) => (
                <Dot
                  key={line.bot.id}
                  plane={plane}
                  point={line.points[0]}
                  colour={looks.get(line.bot.id)?.colour}
                />
              ))}
            {versionStarts(shown.points).map((start) => (
              <g key={start.version} className="history-version">
                <Dot plane={plane} point={start} colour={looks.get(shown.bot.id)?.colour} />
                <text
                  x={`${plane.across(Date.parse(start.at))}%`}
                  y={`${plane.down(start.rating)}%`}
                  dy="-0.7em"
                  textAnchor="middle"
                >
                  v{start.version}
                </text>
              </g>
            ))}
            <g className="history-point">
              <Dot plane={plane} point={point} colour={looks.get(shown.bot.id)?.colour} />
            </g>
          </svg>
          <input
            type="range"
            className="history-step"
            aria-label={`Rating of ${nameOf(shown)} over time`}
            aria-valuetext={`${pointWords(point)}, ${momentWords(Date.parse(point.at))}`}
            min={0}
            max={last}
            value={shown.points.indexOf(point)}
            onChange={({ target }) => choose(shown, Number(target.value))}
          />
        </div>
        <svg className="history-times" aria-hidden="true">
          {plane.times.map(({ at, label }) => (
            <text key={at} x={`${plane.across(at)}%`} y="1.1em" textAnchor="middle">
              {label}
            </text>
          ))}
        </svg>
      </div>
      {lines.length > 1 && <LineChoice lines={lines} looks={looks} chosen={lines[kept]} onChoose={choose} />}
      <Values line={lines[kept] ?? shown} />
    </div>
  )
}

interface LineChoiceProps {
  readonly lines: readonly RatingLine[]
  readonly looks: ReturnType<typeof looksOf>
  readonly chosen: RatingLine | undefined
  readonly onChoose: (line: RatingLine) => void
}

function LineChoice({ lines, looks, chosen, onChoose }: LineChoiceProps) {
  const id = useId()
  return (
    <fieldset className="history-lines">
      <legend className="hidden-words">Bot</legend>
      {lines.map((line) => (
        <label key={line.bot.id} className="small">
          <input type="radio" name={`${id}-line`} checked={line === chosen} onChange={() => onChoose(line)} />
          <svg aria-hidden="true" viewBox="0 0 24 10">
            <line
              className="history-line"
              data-line={looks.get(line.bot.id)?.colour}
              data-dashed={looks.get(line.bot.id)?.isDashed === true ? '' : undefined}
              data-shown=""
              x1="1"
              x2="23"
              y1="5"
              y2="5"
            />
          </svg>
          <span className="wraps">
            <Name name={nameOf(line)} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The values of a line as a table. */
function Values({ line }: { readonly line: RatingLine }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="muted small">As a table</summary>
      {isOpen && (
        <table className="numbers small">
          <caption className="hidden-words">Rating of {nameOf(line)} over time</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Version</th>
              <th scope="col">Rating</th>
            </tr>
          </thead>
          <tbody>
            {line.points.toReversed().map((point) => (
              <tr key={`${point.at} ${point.version}`}>
                <th scope="row">{momentWords(Date.parse(point.at))}</th>
                <td>{point.version}</td>
                <td>{ratingWords(point)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

interface DotProps {
  readonly plane: RatingPlane
  readonly point: HistoryPointBody | undefined
  readonly colour: number | undefined
}

const Dot = ({ plane, point, colour }: DotProps) =>
  point ? (
    <circle
      className="history-dot"
      data-line={colour}
      cx={`${plane.across(Date.parse(point.at))}%`}
      cy={`${plane.down(point.rating)}%`}
    />
  ) : null

const nameOf = ({ team, bot }: RatingLine): string => `${team.name} · ${bot.name}`

const pointWords = (point: HistoryPointBody): string => `version ${point.version}: ${ratingWords(point)}`

/** The interval of a line: along its upper ends, and back along its lower ends. */
function bandOf({ points }: RatingLine, { across, down }: RatingPlane): string {
  const end = ({ at, rating }: HistoryPointBody, by: number): string =>
    `${across(Date.parse(at))},${down(rating + by)}`
  return [
    ...points.map((point) => end(point, point.plusMinus)),
    ...points.toReversed().map((point) => end(point, -point.plusMinus)),
  ].join(' ')
}

/** Five colours that differ for colour-blind readers; the second five lines are dashed. */
const COLOURS = 5

/** By the id of the bot, so that a bot keeps its colour when the order changes. */
function looksOf(lines: readonly RatingLine[]) {
  const ids = lines.map(({ bot }) => bot.id).toSorted((a, b) => a - b)
  return new Map(ids.map((id, index) => [id, { colour: index % COLOURS, isDashed: index >= COLOURS }]))
}

import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { MoveAnalysis, RoundAnalysis } from '../../../../src/analysis/analyse-record.ts'
import { explainMove } from '../../../../src/analysis/explain-move.ts'
import { analysePlayer, losingMove } from '../../../../src/analysis/player-analysis.ts'
import type { Pair } from '../../../../src/game/game.ts'
import type { RoundStory, Story } from '../../story/story.ts'
import { scoreText } from '../../watch/remark-words.ts'
import { PLOT_HALF, plyAcross } from '../plot-scale.ts'
import { RoundPlot, type PlotProps } from '../round-plot.tsx'
import { useAnalysis } from './use-analysis.ts'
import { valueCurve } from './value-curve.ts'

interface AnalysisPlotProps extends PlotProps {
  /** Of the whole record. */
  readonly lines: readonly string[]
  /** Goes to a position, and brings the board into view. */
  readonly show: (index: number) => void
}

/** Positions that the brain looks at for a move: at first, and in a deeper analysis. */
const NODES = 2_000
const DEEP_NODES = 20_000

/** The share of the height that a value of 1 takes. */
const REACH = 0.94

/** Judges a finished match by the strongest house brain, here in the browser: values, the best line, the move that lost. */
export function AnalysisPlot(props: AnalysisPlotProps) {
  const place = useRef<HTMLDivElement>(null)
  // It is below the board, and often below the window.
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [])
  return (
    <div ref={place}>
      <Analysis {...props} />
    </div>
  )
}

function Analysis({ lines, ...plot }: AnalysisPlotProps) {
  const [nodes, setNodes] = useState(NODES)
  const state = useAnalysis(lines, nodes)
  const round = plot.story.rounds[plot.round]
  if (state?.kind === 'judged' && round) {
    const judged = state.rounds.find(({ order }) => order === plot.round)
    return judged ? (
      <JudgedRound
        {...plot}
        round={round}
        judged={judged}
        brain={state.brain}
        deeper={nodes < DEEP_NODES ? () => setNodes(DEEP_NODES) : undefined}
      />
    ) : (
      <Waiting>This round does not count, so there is no analysis</Waiting>
    )
  }
  if (state?.kind === 'refused')
    return (
      <Waiting>
        <span className="notice" data-tone="bad" role="alert">
          {state.message}
        </span>
      </Waiting>
    )
  const [done, of] = state?.kind === 'progress' ? [state.done, state.of] : [0, 1]
  return (
    <Waiting>
      <label>
        Your browser analyses the match: turn <span className="digits">{done}</span>{' '}
        {state?.kind === 'progress' && (
          <>
            of <span className="digits">{of}</span>
          </>
        )}{' '}
        <progress value={done} max={of} />
      </label>
    </Waiting>
  )
}

const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <section className="plot box" aria-labelledby="analysis">
    <h2 id="analysis">Analysis</h2>
    <p className="muted small">{children}</p>
  </section>
)

interface JudgedRoundProps extends Omit<AnalysisPlotProps, 'round' | 'lines'> {
  readonly round: RoundStory
  readonly judged: RoundAnalysis
  readonly brain: string
  readonly deeper: (() => void) | undefined
}

function JudgedRound({ story, round, index, go, show, judged, brain, deeper }: JudgedRoundProps) {
  const points = useMemo(() => {
    const at = valueCurve(judged).map(
      ({ ply, score }) => `${plyAcross(ply, round.count)},${-score * REACH * PLOT_HALF}`,
    )
    return at.join(' ')
  }, [judged, round.count])
  const lost = losingMove(judged)
  const names: Pair<string> = [story.names[round.seats[0]], story.names[round.seats[1]]]
  const ply = index - round.first
  const here = judged.moves.filter(({ turn }) => turn === ply + 1)
  const lostAt = lost && plyAcross(lost.turn, round.count)
  return (
    <RoundPlot
      id="analysis"
      className="analysis-plot"
      title="Analysis"
      note={`by house:${brain}, up is good for ${names[0]}`}
      story={story}
      round={round}
      index={index}
      go={go}
      wordsOf={(seat) => {
        const player = analysePlayer([judged], round.seats[seat])
        return player
          ? `accuracy ${player.accuracy.toFixed(0)} %, gives away ${player.averageLoss.toFixed(2)} a move`
          : undefined
      }}
      foot={
        <div className="analysis-words small">
          {lost && <p>{explained(story, lost, names)}</p>}
          {here.map((move) => (
            <p key={move.seat} className="muted">
              {wordsOn(move, names[move.seat], brain)}
            </p>
          ))}
          <div className="flow">
            {lost && (
              <button type="button" className="button" onClick={() => show(round.first + lost.turn - 1)}>
                Show the move that lost
              </button>
            )}
            {deeper && (
              <button type="button" className="button" onClick={deeper}>
                Look deeper
              </button>
            )}
          </div>
        </div>
      }
    >
      <g className="value">
        <polyline points={points} />
      </g>
      {lostAt !== undefined && (
        <line className="lost" x1={lostAt} x2={lostAt} y1={-PLOT_HALF} y2={PLOT_HALF} />
      )}
    </RoundPlot>
  )
}

function explained({ match }: Story, lost: MoveAnalysis, names: Pair<string>): string {
  const { turn, seat, move, value, after } = lost
  const did = move === null ? 'made no legal move' : `played ${move}`
  const why = explainMove(match.spec.game, lost, names)
  return [
    `On turn ${turn} ${names[seat]} ${did} and fell from ${scoreText(value)} to ${scoreText(after)}.`,
    ...(why === undefined ? [] : [`${why}.`]),
  ].join(' ')
}

/** What the brain says of the move that was made in the position in view. */
function wordsOn({ move, best, line, value, loss }: MoveAnalysis, name: string, brain: string): string {
  const played = move === null ? `${name} made no legal move here` : `${name} played ${move} here`
  const expected = line.length > 1 ? `It expects ${line.join(' ')}.` : ''
  if (move === best) return `${played}, as house:${brain} would (${scoreText(value)}). ${expected}`
  const gave = loss > 0 ? `, which gave away ${loss.toFixed(2)}` : ''
  return `${played}${gave}. house:${brain} would play ${best} (${scoreText(value)}). ${expected}`
}

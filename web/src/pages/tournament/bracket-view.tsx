import { Link } from '../../parts/link.tsx'
import type { ScheduledMatch } from '../../../../src/api/tournaments.ts'
import type { BracketPart, Tie } from '../../../../src/tournament/bracket.ts'
import { describeTie } from '../../../../src/tournament/describe-tie.ts'
import { layOutPart, type PlacedTie } from '../../../../src/tournament/bracket-layout.ts'
import { Name } from '../../parts/name.tsx'
import { capital } from '../../parts/tournament-words.ts'
import type { TournamentIndex, PartProps } from './index-tournament.ts'
import { ScrollBox } from './scroll-box.tsx'

// In rem, so that it scales with the text.
const GAP = 2.5
const LINE = 1.75
const TOP = 0.4

/** Longer names stand in smaller type on two lines, in wider boxes: a phone shows no title of a name that is cut. */
const LONG = 16

/** The brackets of a knock-out: headings and lists for screen readers, drawn as boxes and lines. */
export function BracketView({ tournament: { result }, index }: PartProps) {
  const parts = result.bracket?.parts ?? []
  const titles = new Map(
    parts.flatMap(({ rounds }) => rounds.flatMap(({ ties }) => ties.map(({ id, title }) => [id, title]))),
  )
  return (
    <ScrollBox label="Bracket" isHigh>
      {parts.map((part) => (
        <Tree
          key={part.title}
          part={part}
          isAlone={parts.length === 1}
          box={result.entrants.some(({ name }) => name.length > LONG) ? 18 : 14}
          titles={titles}
          index={index}
        />
      ))}
    </ScrollBox>
  )
}

interface TreeProps {
  readonly part: BracketPart
  readonly isAlone: boolean
  /** The width of the box of a tie, in rem. */
  readonly box: number
  readonly titles: Titles
  readonly index: TournamentIndex
}

/** The names of the ties by their ids. */
type Titles = ReadonlyMap<string, string>

function Tree({ part, isAlone, box, titles, index }: TreeProps) {
  const placed = layOutPart(part)
  const byId = new Map(placed.map((one) => [one.tie.id, one]))
  const width = part.rounds.length * (box + GAP) - GAP
  // A tie of several matches has a list of them below.
  const last = placed.some(({ tie }) => tie.matches.length > 1) ? 3 : 2.2
  const height = TOP + (Math.max(0, ...placed.map(({ row }) => row)) + last) * LINE
  const isNamed = !isAlone && part.rounds[0]?.title !== part.title
  return (
    <div className="tree">
      {isNamed && <h3>{part.title}</h3>}
      {/* Sticky headings; screen readers have a heading in each round instead. */}
      <div
        className="tree-heads muted fine"
        style={{ width: `${width}rem`, gap: `${GAP}rem` }}
        aria-hidden="true"
      >
        {part.rounds.map(({ title }) => (
          <span key={title} style={{ width: `${box}rem` }}>
            {capital(title)}
          </span>
        ))}
      </div>
      <div className="tree-room" style={{ width: `${width}rem`, height: `${height}rem` }}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: `${width}rem`, height: `${height}rem` }}
          aria-hidden="true"
        >
          {placed.map((one) => (
            <Way key={one.tie.id} box={box} from={one} to={byId.get(one.tie.winnerTo?.tie ?? '')} />
          ))}
        </svg>
        {part.rounds.map(({ title, ties }) => (
          <section key={title} aria-label={capital(title)}>
            <h4 className="hidden-words">{capital(title)}</h4>
            <ol>
              {ties
                .flatMap((tie) => byId.get(tie.id) ?? [])
                .map((one) => (
                  <li
                    key={one.tie.id}
                    style={{
                      left: `${one.column * (box + GAP)}rem`,
                      top: `${top(one)}rem`,
                      width: `${box}rem`,
                    }}
                  >
                    <TieBox tie={one.tie} titles={titles} index={index} />
                  </li>
                ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  )
}

const top = ({ row }: PlacedTie): number => TOP + row * LINE

interface WayProps extends Pick<TreeProps, 'box'> {
  readonly from: PlacedTie
  readonly to: PlacedTie | undefined
}

/** A line from the middle of a tie to the slot that its winner takes. */
function Way({ box, from, to }: WayProps) {
  if (to === undefined) return null
  const target = top(to) + LINE * ((from.tie.winnerTo?.slot ?? 0) + 0.5)
  const left = (column: number): number => column * (box + GAP)
  const start = `M${left(from.column) + box} ${top(from) + LINE}`
  return (
    <path
      data-known={from.tie.winner === undefined ? undefined : ''}
      d={`${start}H${left(to.column) - GAP / 2}V${target}H${left(to.column)}`}
    />
  )
}

interface TieBoxProps {
  readonly tie: Tie
  readonly titles: Titles
  readonly index: TournamentIndex
}

function TieBox({ tie, titles, index }: TieBoxProps) {
  const matches = tie.matches.flatMap((key) => index.scheduled.get(key) ?? [])
  const live = matches.find(({ status }) => status === 'playing')
  const shown = live ?? matches.findLast(({ match }) => match !== null)
  const slots = (
    <>
      {([0, 1] as const).map((slot) => (
        <Slot key={slot} tie={tie} slot={slot} titles={titles} />
      ))}
      {live && <span className="tie-live pulse" aria-hidden="true" />}
      <span className="hidden-words">{tieWords(tie, live)}</span>
    </>
  )
  return (
    <>
      {shown?.match == null ? (
        <div className="tie" data-decided={tie.decided}>
          {slots}
        </div>
      ) : (
        <Link
          className="tie"
          href={`/matches/${shown.match}`}
          data-decided={tie.decided}
          data-live={live ? '' : undefined}
        >
          {slots}
        </Link>
      )}
      {matches.length > 1 && <Matches matches={matches} index={index} />}
    </>
  )
}

function Slot({ tie, slot, titles }: Omit<TieBoxProps, 'index'> & { readonly slot: 0 | 1 }) {
  const { slots, score, winner, decided } = tie
  const { entrant, seed, from, expected } = slots[slot]
  const isScored =
    decided === 'matches' ||
    decided === 'forfeit' ||
    decided === 'better-seed' ||
    score.some((points) => points > 0)
  const outcome = winner === undefined || decided === 'skipped' ? undefined : winner === slot ? 'won' : 'lost'
  const isKnown = entrant !== undefined && entrant !== null
  const origin = from ? `${from.kind} of ${titles.get(from.tie) ?? 'a tie'}` : 'to be known'
  const name = entrant === null ? 'bye' : (entrant ?? expected ?? origin)
  return (
    <span className="slot" data-outcome={isKnown ? outcome : undefined}>
      <span className="seed">{isKnown && seed}</span>
      <span
        className="slot-name"
        dir="auto"
        data-open={isKnown ? undefined : ''}
        data-long={name.length > LONG ? '' : undefined}
        title={name}
      >
        <Name name={name} />
      </span>{' '}
      {winner === slot && isKnown && decided !== undefined && WITHOUT_WIN[decided] && (
        <span className="slot-by" title={describeTie(tie)} aria-hidden="true">
          {WITHOUT_WIN[decided]}
        </span>
      )}
      {isScored && isKnown && <span className="slot-score digits">{score[slot]}</span>}
    </span>
  )
}

/** What stands beside the entrant that went on without a win. */
const WITHOUT_WIN: Readonly<Partial<Record<NonNullable<Tie['decided']>, string>>> = {
  'better-seed': 'by seeding',
  forfeit: 'without play',
}

function tieWords(tie: Tie, live: ScheduledMatch | undefined): string {
  const words = describeTie(tie)
  if (words !== undefined) return `, ${words}`
  return live ? ', being played now' : ''
}

/** Each match of a tie of several. */
function Matches({
  matches,
  index,
}: {
  readonly matches: readonly ScheduledMatch[]
  readonly index: TournamentIndex
}) {
  return (
    <ol className="tie-matches">
      {matches.map(({ key, match, status }, at) => {
        const winner = index.games.get(key)?.winner
        const words =
          status === 'playing' ? 'live' : winner === null ? 'drawn' : winner ? `${winner} won` : 'to come'
        return (
          <li key={key}>
            {match === null ? (
              <span title={words}>{at + 1}</span>
            ) : (
              <Link
                href={`/matches/${match}`}
                title={words}
                aria-label={`Match ${at + 1}: ${words}`}
                data-live={status === 'playing' ? '' : undefined}
              >
                {at + 1}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}

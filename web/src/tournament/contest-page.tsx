import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import '../parts/form.css'
import { NotFound } from '../parts/not-found.tsx'
import { useTitle } from '../parts/use-title.ts'
import { BracketView } from './bracket-view.tsx'
import { contestUrl, type Contest } from './contest-api.ts'
import { leaderWords, statusWords } from './contest-words.ts'
import './contest.css'
import { CrosstableView } from './crosstable-view.tsx'
import { indexContest } from './index-contest.ts'
import { ProgressBar } from './progress-bar.tsx'
import { RatingPlot } from './rating-plot.tsx'
import { ScheduleView } from './schedule-view.tsx'
import { SprtView } from './sprt-view.tsx'
import { StandingsTable } from './standings-table.tsx'
import { StatisticsTable } from './statistics-table.tsx'
import { useContest } from './use-contest.ts'

const ContestControls = lazy(() =>
  import('../organise/contest-controls.tsx').then((part) => ({ default: part.ContestControls })),
)

/** With more entrants than this, tables of everybody against everybody need the whole width. */
const SIDE_BY_SIDE = 8

/** One contest: before it begins, while it is played, and for ever after. */
export function ContestPage({ id }: { readonly id: number }) {
  const { state, contest, look } = useContest(id)
  useTitle(contest?.name ?? `Contest ${id}`)
  if (state === 'missing' && contest === undefined) return <NotFound what="contest" />
  return (
    <div className="contest">
      {state === 'lost' && (
        <p className="notice" data-tone="warn" role="status">
          Connection lost, trying again …
        </p>
      )}
      {contest ? (
        <ContestView contest={contest} look={look} />
      ) : (
        <p className="lonely">Looking for contest {id} …</p>
      )}
    </div>
  )
}

function ContestView({ contest, look }: { readonly contest: Contest; readonly look: () => void }) {
  const me = useMe()
  const index = useMemo(() => indexContest(contest), [contest])
  const { result, schedule } = contest
  const sections = [
    { id: 'standings', title: result.isDone ? 'Final standings' : 'Standings', view: StandingsTable },
    { id: 'schedule', title: 'Matches', view: ScheduleView, isShown: schedule.length > 0 },
    { id: 'sprt', title: 'Test', view: SprtView, isShown: result.sprt !== undefined },
    { id: 'bracket', title: 'Bracket', view: BracketView, isShown: result.bracket !== undefined },
    {
      id: 'crosstable',
      title: 'Head to head',
      view: CrosstableView,
      isShown: result.games.length > 0 && result.entrants.length > 2,
    },
    { id: 'ratings', title: 'Ratings', view: RatingPlot, isShown: result.ratings.length > 0 },
    {
      id: 'statistics',
      title: 'Statistics',
      view: StatisticsTable,
      isShown: result.statistics.some(({ rounds }) => rounds > 0),
    },
  ].filter(({ isShown = true }) => isShown)
  return (
    <>
      <ContestTitle contest={contest} />
      {me?.role === 'organiser' && (
        <Suspense fallback={null}>
          <ContestControls contest={contest} onChange={look} />
        </Suspense>
      )}
      <nav className="contest-ways" aria-label="On this page">
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className="contest-grid" data-many={result.entrants.length > SIDE_BY_SIDE ? '' : undefined}>
        {sections.map(({ id, title, view: View }) => (
          <Section key={id} id={id} title={title}>
            <View contest={contest} index={index} />
          </Section>
        ))}
      </div>
      <p className="contest-files">
        <a href={contestUrl(contest.id)} download={`contest-${contest.id}.json`}>
          Download everything as JSON
        </a>
      </p>
    </>
  )
}

function ContestTitle({ contest }: { readonly contest: Contest }) {
  const { name, title, formatTitle, about, entrants, status } = contest
  const leader = leaderWords(contest)
  return (
    <header className="contest-title">
      <h1>{name}</h1>
      <p className="contest-status" data-status={status}>
        {status === 'running' && <span className="pulse" aria-hidden="true" />}
        {statusWords(contest)}
      </p>
      <p className="contest-about muted">
        {title}, {formatTitle}, {entrants} entrants. {about}.
      </p>
      <ProgressBar contest={contest} />
      <p className="contest-leader" data-won={status === 'over'}>
        {leader}
      </p>
    </header>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} className="panel" aria-labelledby={`${id}-title`} data-part={id} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

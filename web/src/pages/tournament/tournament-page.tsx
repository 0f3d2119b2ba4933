import { Suspense, useMemo, type ReactNode } from 'react'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { CannotFetchPart, late } from '../../parts/late.tsx'
import type { Problem } from '../../../../src/base/result.ts'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { Link } from '../../parts/link.tsx'
import { tournamentUrl } from '../../api/tournaments.ts'
import { useMe } from '../../api/me.ts'
import '../../parts/form.css'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { RulesLink } from '../../parts/rules-link.tsx'
import { useFeedLink } from '../../parts/use-feed-link.ts'
import { useTitle } from '../../parts/use-title.ts'
import { BracketView } from './bracket-view.tsx'
import { leaderWords, statusWords } from '../../parts/tournament-words.ts'
import './tournament.css'
import { CrosstableView } from './crosstable-view.tsx'
import { JoinButton } from './join-button.tsx'
import { indexTournament } from './index-tournament.ts'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { RatingPlot } from './rating-plot.tsx'
import { ScheduleView } from './schedule-view.tsx'
import { SprtView } from './sprt-view.tsx'
import { StandingsTable } from './standings-table.tsx'
import { StatisticsTable } from './statistics-table.tsx'
import { useTournament } from './use-tournament.ts'

const TournamentControls = late(
  () => import('./controls/tournament-controls.tsx'),
  'TournamentControls',
  CannotFetchPart,
)

const AnnulResult = late(() => import('./controls/annul-result.tsx'), 'AnnulResult', CannotFetchPart)

/** With more entrants than this, the crosstable and the ratings take the whole width. */
const SIDE_BY_SIDE = 8

/** One tournament: waiting, running or finished. */
export function TournamentPage({ id }: { readonly id: number }) {
  const { state, tournament, problem, look } = useTournament(id)
  useTitle(tournament?.name ?? `Contest ${id}`)
  useFeedLink(`/contests/${id}/feed.atom`, 'Results of this contest')
  if (state === 'missing' && tournament === undefined) return <NotFound what="contest" />
  // A contest that was shown before may have been damaged since, as by a backup.
  if (problem?.code === 'tournament-damaged')
    return <DamagedTournament id={id} problem={problem} look={look} />
  if (problem !== undefined && tournament === undefined)
    return <CannotShow what={`contest ${id}`} why={problem.message} />
  return (
    <div className="tournament">
      {state === 'lost' && <ConnectionLost />}
      {tournament ? (
        <TournamentView tournament={tournament} look={look} />
      ) : (
        <p className="lonely">Looking for contest {id} …</p>
      )}
    </div>
  )
}

interface DamagedTournamentProps {
  readonly id: number
  readonly problem: Problem
  readonly look: () => void
}

function DamagedTournament({ id, problem: { message, match }, look }: DamagedTournamentProps) {
  const me = useMe()
  return (
    <CannotShow what={`contest ${id}`} why={message}>
      {me?.role === 'organiser' && match !== undefined && (
        <Suspense fallback={null}>
          <AnnulResult key={match} tournament={id} match={match} onChange={look} />
        </Suspense>
      )}
    </CannotShow>
  )
}

function TournamentView({
  tournament,
  look,
}: {
  readonly tournament: WholeTournamentBody
  readonly look: () => void
}) {
  const me = useMe()
  const index = useMemo(() => indexTournament(tournament), [tournament])
  const { result, schedule } = tournament
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
      <TournamentTitle tournament={tournament} />
      {me?.role !== 'organiser' && <JoinButton tournament={tournament} />}
      {me?.role === 'organiser' && (
        <Suspense fallback={null}>
          <TournamentControls tournament={tournament} onChange={look} />
        </Suspense>
      )}
      <nav className="tournament-ways" aria-label="On this page">
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="pill small">
            {title}
          </a>
        ))}
      </nav>
      <div className="tournament-grid" data-many={result.entrants.length > SIDE_BY_SIDE ? '' : undefined}>
        {sections.map(({ id, title, view: View }) => (
          <Section key={id} id={id} title={title}>
            <View tournament={tournament} index={index} />
          </Section>
        ))}
      </div>
      <p className="tournament-files line">
        {(['html', 'csv', 'md', 'json'] as const).map((format) => (
          <a key={format} href={`${tournamentUrl(tournament.id)}/report.${format}`} download>
            {REPORTS[format]}
          </a>
        ))}
        {result.isDone && <Link href={`/contests/${tournament.id}/certificates`}>Certificates</Link>}
        <a href={tournamentUrl(tournament.id)} download={`contest-${tournament.id}.json`}>
          Download everything as JSON
        </a>
      </p>
    </>
  )
}

const REPORTS = {
  html: 'Report with boards (HTML)',
  csv: 'Standings (CSV)',
  md: 'Markdown',
  json: 'Result (JSON)',
} as const

function TournamentTitle({ tournament }: { readonly tournament: WholeTournamentBody }) {
  const { name, challenge, title, formatTitle, about, entrants, status, starts } = tournament
  const leader = leaderWords(tournament)
  return (
    <header className="tournament-title title line">
      <h1>{name}</h1>
      <p className="tournament-status pill" data-status={status}>
        {status === 'running' && <span className="pulse" aria-hidden="true" />}
        {statusWords(tournament)}
      </p>
      {starts !== null && (
        <p className="tournament-starts">
          Starts in{' '}
          <b>
            <Countdown to={starts} after="a moment" isDated />
          </b>
        </p>
      )}
      <p className="tournament-about muted">
        {title}, {formatTitle}, {entrants} entrants. {about}. <RulesLink challenge={challenge} />
      </p>
      <ProgressBar tournament={tournament} />
      <p className="tournament-leader wraps" data-won={status === 'over'}>
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

import type { ResultStanding } from '../../../../src/api/tournament-result.ts'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { describeOrdinal } from './describe-ordinal.ts'
import { fetchTournament } from '../../api/tournaments.ts'
import { useResource } from '../../api/use-resource.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import './certificates.css'

/** A certificate for each entrant, one A4 page each: the browser prints them, or makes a PDF of them. */
export function CertificatesPage({ id }: { readonly id: number }) {
  const { value, problem } = useResource(`${id}`, (signal) => fetchTournament(id, signal))
  useTitle(value ? `Certificates of ${value.name}` : 'Certificates')
  if (problem?.code === 'not-found') return <NotFound what="contest" />
  if (!value && problem) return <CannotShow what={`contest ${id}`} why={problem.message} />
  if (value === undefined) return <p className="lonely">Looking for contest {id} …</p>
  return (
    <main className="certificates">
      <div className="certificates-about">
        <h1>Certificates of {value.name}</h1>
        {value.result.isDone ? (
          <p>
            One page for each entrant, A4 landscape. Print them, or choose “Save as PDF” in the print dialog.{' '}
            <button type="button" className="button main" onClick={() => window.print()}>
              Print
            </button>
          </p>
        ) : (
          <p>There are certificates once the contest is over.</p>
        )}
      </div>
      {value.result.isDone &&
        value.result.standings.map((standing) => (
          <Certificate key={standing.name} contest={value} standing={standing} />
        ))}
    </main>
  )
}

interface CertificateProps {
  readonly contest: WholeTournamentBody
  readonly standing: ResultStanding
}

function Certificate({ contest, standing }: CertificateProps) {
  const { name, title, entrants, created } = contest
  const { place, total, wins, draws, losses } = standing
  return (
    <section className="certificate" data-place={place <= 3 ? place : undefined} aria-label={standing.name}>
      <p className="certificate-kind">Certificate</p>
      <h2>{standing.name}</h2>
      <p className="certificate-place">
        {describeOrdinal(place)} place <span>of {entrants}</span>
      </p>
      <p className="certificate-contest">{name}</p>
      <p className="certificate-facts">
        {title} · {total} points · {wins} won, {draws} drawn, {losses} lost
      </p>
      <p className="certificate-foot">
        <span>{dateOf(created)}</span>
        <span className="certificate-line">Signature</span>
      </p>
    </section>
  )
}

const dateOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

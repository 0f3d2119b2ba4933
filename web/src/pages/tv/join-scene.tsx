import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { isLocalPage } from '../../parts/local-address.tsx'
import { Name } from '../../parts/name.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

/** How to join, while entry is open: a code to scan and an address to type. */
export function JoinScene({ contest }: { readonly contest: WholeTournamentBody }) {
  const { join, entry, entryCloses, entrants, starts } = contest
  const address = `${window.location.origin}${join ?? ''}`
  return (
    <section className="tv-join">
      <div className="tv-qr">
        <QrCode text={address} label={`The join link as a QR code: ${address}`} />
      </div>
      <div className="tv-join-words">
        <h2>Join the contest</h2>
        <p className="tv-address">
          <Name name={address.replace(/^https?:\/\//, '')} />
        </p>
        <p>
          {entrants} {entrants === 1 ? 'entrant' : 'entrants'} so far
          {entry === 'approval' && '; the organiser approves each team'}
        </p>
        {entryCloses !== null && (
          <p>
            Entry closes in <Countdown to={entryCloses} />
          </p>
        )}
        {starts !== null && (
          <p>
            The contest starts in <Countdown to={starts} />
          </p>
        )}
        {isLocalPage() && (
          <p className="tv-warn">
            Phones cannot open this address: it works only on this machine. Open /tv by the network address of
            the arena.
          </p>
        )}
      </div>
    </section>
  )
}

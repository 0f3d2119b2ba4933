import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { RunCaseBody } from '../../../../src/api/evaluations.ts'
import type { LineBody } from '../../../../src/api/matches.ts'
import { TranscriptLines } from '../../parts/transcript-lines.tsx'
import { STANDINGS, standingOf } from './run-words.ts'

interface CaseViewProps {
  readonly one: RunCaseBody
  readonly lines: readonly LineBody[]
}

/** One case: its description, its state, and the transcript of its battle. */
export function CaseView({ one, lines }: CaseViewProps) {
  const standing = standingOf(one)
  return (
    <li className="panel case" data-standing={standing}>
      <h2>{one.case}</h2>
      <p className="case-standing">
        {standing === 'playing' && <span className="pulse" aria-hidden="true" />}
        {STANDINGS[standing]}
      </p>
      <p className="case-points digits">
        {one.points ?? '–'} of {one.possible}
      </p>
      <p className="case-about muted">
        The house {one.about}; you play {one.side}.{' '}
        <Link href={`/matches/${one.match}`}>
          {one.status === 'over' ? 'See the match' : 'Watch the match'}
          <span className="hidden-words"> of {one.case}</span>
        </Link>
      </p>
      <p className="case-reason wraps">{one.reason ?? NOT_YET[one.status]}</p>
      <Transcript lines={lines} title={one.case} />
    </li>
  )
}

const NOT_YET: Readonly<Record<RunCaseBody['status'], string>> = {
  waiting: 'The arena has called the team, and waits for it',
  playing: 'The battle goes on',
  over: '',
}

function Transcript({ lines, title }: { readonly lines: readonly LineBody[]; readonly title: string }) {
  const [isOpen, setOpen] = useState(false)
  const [first] = lines
  return (
    <details className="case-lines" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Transcript <span className="hidden-words">of {title}</span>{' '}
        <span className="muted">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</span>
      </summary>
      {isOpen && first && (
        <div className="log-text sunk" tabIndex={0} role="region" aria-label={`All lines of ${title}`}>
          <TranscriptLines lines={lines} began={first.at} />
        </div>
      )}
    </details>
  )
}

import { useEffect, useState } from 'react'
import { recordUrl } from '../api/matches.ts'
import { Icon } from '../watch/replay-bar.tsx'

interface RecordLinkProps {
  readonly match?: number
  readonly lines: readonly string[]
}

/** The record as a file: from the server, or what was read from a file before. */
export function RecordLink({ match, lines }: RecordLinkProps) {
  const own = useOwnUrl(match === undefined ? lines : undefined)
  const href = match === undefined ? own : recordUrl(match)
  return (
    <a className="button" href={href} download={match === undefined ? 'match.jsonl' : `match-${match}.jsonl`}>
      <Icon name="download" /> Record
    </a>
  )
}

function useOwnUrl(lines: readonly string[] | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!lines) return
    const made = URL.createObjectURL(new Blob([lines.join('')], { type: 'application/jsonl' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [lines])
  return url
}

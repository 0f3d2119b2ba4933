import { freezeWords } from './ladder-words.ts'
import { useNow } from './use-now.ts'

/** Says until when versions count, or since when the ladder is frozen. */
export function FreezeNotice({ freeze }: { readonly freeze: string }) {
  const at = Date.parse(freeze)
  const now = useNow(1_000)
  return (
    <p className="notice" data-tone={now > at ? 'warn' : undefined}>
      <b className="digits">{freezeWords(at, now)}</b>{' '}
      {now > at
        ? 'Only versions whose upload was complete by then count. Matches go on.'
        : 'A version counts if its upload is complete by then, however long its build takes.'}
    </p>
  )
}

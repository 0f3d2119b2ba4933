import { useResource } from '../../api/use-resource.ts'
import { fetchReadiness } from '../../api/entry.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { JoinAddress } from '../../parts/join-address.tsx'
import { momentWords } from '../../parts/moment-words.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import './join.css'

/** The join link of a contest on a sheet of paper, or for a slide. */
export function JoinSheetPage({ id }: { readonly id: number }) {
  const { value, problem } = useResource(`${id}`, (signal) => fetchReadiness(id, signal), { everyMs: 10_000 })
  const name = value?.tournament.name
  useTitle(name === undefined ? 'Join' : `Join ${name}`)
  if (problem?.code === 'not-found') return <NotFound what="contest" />
  if (!value && problem) return <CannotShow what={`contest ${id}`} why={problem.message} />
  if (!value) return null
  const { join, title, entryCloses } = value.tournament
  return (
    <main className="join-sheet">
      <h1>{name}</h1>
      <p>{title}</p>
      {join === null ? (
        <p role="status">Entry is closed.</p>
      ) : (
        <>
          <JoinAddress path={join} name={name ?? ''} />
          <p>Scan the code, or type the address. Give your team a name, and you are in.</p>
          {entryCloses !== null && <p>Entry closes on {momentWords(Date.parse(entryCloses))}.</p>}
          <button type="button" className="button main" onClick={() => window.print()}>
            Print
          </button>
        </>
      )}
    </main>
  )
}

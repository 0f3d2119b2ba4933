import { Link } from '../../parts/link.tsx'
import { fetchLadder } from '../../api/ladder.ts'
import { useMe } from '../../api/me.ts'
import { useResource } from '../../api/use-resource.ts'
import { LadderTable } from '../../parts/ladder-table.tsx'

/** So many rows are shown here. */
const TOP = 8

/** The top of the ladder. */
export function GameLadder({ challenge }: { readonly challenge: string }) {
  const me = useMe()
  const { value: ladder } = useResource(challenge, (signal) => fetchLadder(challenge, signal), {
    everyMs: 15_000,
  })
  return (
    <section className="panel" aria-labelledby="ladder">
      <h2 id="ladder">Top of the ladder</h2>
      {ladder && (
        <>
          <LadderTable
            caption="Top of the ladder"
            challenge={challenge}
            rows={ladder.rows.slice(0, TOP)}
            own={me?.id}
          />
          <p className="small">
            <Link href={`/ladder/${challenge}`}>The whole ladder</Link>
          </p>
        </>
      )}
    </section>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Attention } from './attention.ts'
import { MatchCard } from './match-card.tsx'

/**
 * A browser allows six connections to a server that speaks HTTP/1.1, all tabs together: so many boards are live, the
 * others look again every few seconds.
 */
const STREAMS = 3

export function RunningMatches({ matches }: { readonly matches: readonly MatchBody[] }) {
  const list = useRef<HTMLUListElement>(null)
  const visible = useVisibleItems(list, matches.map(({ id }) => id).join())
  const inSight = matches.filter(({ id }) => visible.has(id))
  const live = new Set(inSight.slice(0, STREAMS))
  const attention = (match: MatchBody): Attention =>
    live.has(match) ? 'live' : visible.has(match.id) ? 'glances' : 'none'
  return (
    <section className="shelf" aria-labelledby="playing">
      <h2 id="playing">
        <span className="pulse" aria-hidden="true" /> Playing now{' '}
        <span className="count">{matches.filter(({ status }) => status === 'playing').length}</span>
      </h2>
      <ul className="cards tiles" ref={list}>
        {matches.map((match) => (
          <li key={match.id} data-match={match.id}>
            <MatchCard match={match} attention={attention(match)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The ids of the list items in the viewport. */
function useVisibleItems(list: React.RefObject<HTMLElement | null>, items: string): ReadonlySet<number> {
  const [visible, setVisible] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      setVisible((before) => {
        const next = new Set(before)
        for (const { target, isIntersecting } of entries) {
          const id = Number(target.getAttribute('data-match'))
          if (isIntersecting) next.add(id)
          else next.delete(id)
        }
        return next
      })
    })
    for (const item of list.current?.children ?? []) observer.observe(item)
    return () => observer.disconnect()
  }, [list, items])
  return visible
}

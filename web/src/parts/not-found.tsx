import { Link } from './link.tsx'
import { useTitle } from './use-title.ts'

export function NotFound({ what = 'page' }: { readonly what?: string }) {
  useTitle('Not found')
  const [href, all] = LISTS[what] ?? ['/', 'matches']
  return (
    <section className="lonely">
      <h1>There is no such {what}</h1>
      <p>
        Perhaps the address has a mistake. <Link href={href}>See all {all}</Link>
      </p>
    </section>
  )
}

/** Where all things of a kind are listed. */
const LISTS: Readonly<Record<string, readonly [href: string, all: string]>> = {
  contest: ['/contests', 'contests'],
  challenge: ['/games', 'games'],
}

import { Link } from 'wouter'
import type { ContestIndex } from './index-contest.ts'

/** An entrant, with a link to its team if it has one. */
export function EntrantName({ name, index }: { readonly name: string; readonly index: ContestIndex }) {
  const player = index.players.get(name)
  return player === undefined ? <span>{name}</span> : <Link href={`/players/${player}`}>{name}</Link>
}

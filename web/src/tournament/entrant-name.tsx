import { Name } from '../parts/name.tsx'
import type { ContestIndex } from './index-contest.ts'

/** An entrant, with a link to its team if it has one. */
export const EntrantName = ({ name, index }: { readonly name: string; readonly index: ContestIndex }) => (
  <span>
    <Name name={name} team={index.players.get(name)} />
  </span>
)

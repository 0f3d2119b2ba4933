import { Name } from '../../parts/name.tsx'
import type { TournamentIndex } from './index-tournament.ts'

/** An entrant, with a link to its team if it has one. */
export const EntrantName = ({ name, index }: { readonly name: string; readonly index: TournamentIndex }) => (
  <span>
    <Name name={name} team={index.players.get(name)} />
  </span>
)

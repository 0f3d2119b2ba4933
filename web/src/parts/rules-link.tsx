import { Link } from './link.tsx'

/** From a page about a challenge to its rules. */
export const RulesLink = ({ challenge }: { readonly challenge: string }) => (
  <Link href={`/games/${challenge}/rules`}>Rules</Link>
)

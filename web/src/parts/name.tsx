import { Link } from 'wouter'

interface NameProps {
  readonly name: string
  /** The number of its team, where the name leads to it. */
  readonly team?: number | null | undefined
}

/** A name that breaks where its parts do, `house:` and `walker`, before it breaks within a word. */
export function Name({ name, team }: NameProps) {
  const words = partsOf(name).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))
  return team == null ? words : <Link href={`/players/${team}`}>{words}</Link>
}

/** How many letters must stay on one line: names are set smaller the more there are. */
export const longestPart = (name: string): number =>
  Math.max(1, ...partsOf(name).flatMap((part) => part.split(/[\s-]/).map((word) => word.length)))

const partsOf = (name: string): readonly string[] => name.split(/(?<=[:_./@])(?=\w)/)

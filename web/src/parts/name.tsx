import { Link } from './link.tsx'

interface NameProps {
  readonly name: string
  /** The id of the team that the name links to. */
  readonly team?: number | null | undefined
}

/** A name that breaks between its parts (`house:` and `walker`) before it breaks within a word. */
export function Name({ name, team }: NameProps) {
  const words = partsOf(name).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))
  return team == null ? words : <Link href={`/teams/${team}`}>{words}</Link>
}

/** The length of the longest part that cannot break; long parts are set in smaller type. */
export const longestPart = (name: string): number =>
  Math.max(1, ...partsOf(name).flatMap((part) => part.split(/[\s-]/).map((word) => word.length)))

const partsOf = (name: string): readonly string[] => name.split(/(?<=[:_./@])(?=\w)/)

import type { MatchCountBody } from '../../../../src/api/tournaments.ts'

/** The plan of a tournament in one line: `8 entrants · Double elimination · 14 or 15 matches`. */
export function planWords(entrants: number, format: string, count: MatchCountBody | undefined): string {
  const who = `${entrants} ${entrants === 1 ? 'entrant' : 'entrants'} · ${format}`
  if (entrants < 2) return `${who} · choose two at least`
  return count === undefined ? who : `${who} · ${countWords(count)}`
}

function countWords({ least, most }: MatchCountBody): string {
  if (most === 0) return 'no matches for so many'
  if (least === most) return `${number(most)} ${most === 1 ? 'match' : 'matches'}`
  return `${number(least)} ${most - least === 1 ? 'or' : 'to'} ${number(most)} matches`
}

const number = (value: number): string => value.toLocaleString('en')

import type { MatchBody } from '../../../src/api/matches.ts'

/** `just now`, `5 min ago`, `3 h ago`, or the date. */
export function timeAgo(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return iso.slice(0, 10)
}

/** `59.4`, `1:05`: seconds with a tenth, then minutes; never negative. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 60_000) return (Math.floor(left / 100) / 10).toFixed(1)
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `40 ms`, `1.4 s`, `12 s`. */
export function thoughtText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

type MatchPlayer = Pick<MatchBody['players'][number], 'name' | 'team'> & {
  readonly program: { readonly name: string } | null
}

/** A player as lists and results name it: the team first, then its bot. The names of old matches lack the team. */
export function playerName({ name, team, program }: MatchPlayer): string {
  if (team === null) return name
  if (program === null) return team
  return name.startsWith(`${team} · `) ? name : `${team} · ${program.name}`
}

/** Both players of a match in one phrase. */
export const namesOf = ({ players: [first, second] }: Pick<MatchBody, 'players'>): string =>
  `${first ? playerName(first) : 'nobody'} against ${second ? playerName(second) : 'whoever comes'}`

/** Capitalises a sentence, unless it begins with a name. */
export const sentence = (text: string, names: readonly string[]): string =>
  names.some((name) => text.startsWith(name)) ? text : text.charAt(0).toUpperCase() + text.slice(1)

/** What a key is for. */
export const KEY_USES = { api: 'a key', session: 'a signed-in browser', worker: 'a key for workers' } as const

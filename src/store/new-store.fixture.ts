import { must } from '../base/result.ts'
import { openStore } from './open-store.ts'
import { RULES } from './rules.fixture.ts'
import type { LogEntry, MatchOrigin, MatchPlayer, Store } from './store.ts'
import { tempFolders } from './temp-folders.fixture.ts'

/** More than any list of a test has. */
export const ALL = { limit: 100 }

/** Gives new stores whose time is 1, 2, 3 … */
export function newStores(): (folder?: string) => Store {
  const newFolder = tempFolders()
  return (folder = newFolder()) => {
    let time = 0
    return must(openStore(folder, { now: () => ++time }))
  }
}

export const person = (id: number, name = `person ${id}`): LogEntry => ({
  kind: 'person-registered',
  person: id,
  name,
  role: 'player',
})

export const http = (id: number): MatchPlayer => ({ kind: 'http', name: `person ${id}`, person: id })
export const house: MatchPlayer = { kind: 'house', name: 'Random', brain: 'random' }

export const created = (
  match: number,
  players: readonly [MatchPlayer, MatchPlayer?],
  challenge = 'boost-tron',
  rest: { readonly origin?: MatchOrigin; readonly starter?: number; readonly invited?: number } = {},
): LogEntry => ({
  kind: 'match-created',
  match,
  challenge,
  gameVersion: 3,
  settings: { width: 20 },
  rules: RULES,
  seed: Number.MAX_SAFE_INTEGER,
  players,
  origin: 'challenge',
  ...rest,
})

export const over = (
  match: number,
  winner: 0 | 1 | undefined,
  isVoid = false,
  fingerprints?: readonly string[],
): LogEntry => ({
  kind: 'match-over',
  match,
  score: [2, 1],
  winner,
  void: isVoid,
  end: 'won by a crash',
  ...(fingerprints && { fingerprints }),
})

export function tell(store: Store, ...entries: readonly LogEntry[]): void {
  for (const entry of entries) store.append(entry)
}

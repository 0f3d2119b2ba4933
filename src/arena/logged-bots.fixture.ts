import type { LogEntry } from '../store/store.ts'

/** Bots as entries of the log: nothing is uploaded or built. */

export const bot = (id: number, person: number, challenge = 'quoridor', name = `bot ${id}`): LogEntry => ({
  kind: 'bot-registered',
  bot: id,
  person,
  challenge,
  name,
})

export const uploaded = (
  id: number,
  version: number,
  archive = `archive-${id}-${version}`,
  received?: number,
): LogEntry => ({
  kind: 'version-added',
  bot: id,
  version,
  source: { kind: 'upload', archive, bytes: 100 },
  ...(received !== undefined && { received }),
})

export const judged = (id: number, version: number, passed = true, wire?: string): LogEntry => ({
  kind: 'version-judged',
  bot: id,
  version,
  passed,
  report: passed ? 'good' : 'bad',
  run: './bot',
  ...(wire !== undefined && { wire }),
})

/** A bot whose first version has passed. */
export const readyBot = (id: number, person: number, challenge = 'quoridor'): readonly LogEntry[] => [
  bot(id, person, challenge),
  uploaded(id, 1),
  judged(id, 1),
]

import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import type { LogEntry } from '../../src/store/store.ts'
import { openStore } from '../../src/store/open-store.ts'
import { RULES } from '../../src/store/rules.fixture.ts'

/**
 * Writes to the store in a folder until it is killed. It prints the number of every entry that is on disk.
 * When the store fails, it prints that, tries once more, and ends.
 */
const [folder = '', longLogBytes] = process.argv.slice(2)
const print = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`)
print('opening')
const failed = deferred()
const store = must(
  openStore(folder, {
    ...(longLogBytes !== undefined && { longLogBytes: Number(longLogBytes) }),
    onFailure() {
      print('failed')
      failed.resolve()
    },
  }),
)
print('open')

function append(entry: LogEntry): void {
  const seq = store.append(entry)
  store.afterCommit(() => print({ seq, entry }))
}

function* season(): Generator<LogEntry> {
  for (;;) {
    const person = store.nextPerson()
    yield { kind: 'person-registered', person, name: `person ${person}`, role: 'player' }
    const match = store.nextMatch()
    const player = { kind: 'http', name: 'p', person } as const
    const players = [player, { kind: 'house', name: 'h', brain: 'random' }] as const
    const setup = { challenge: 'boost-tron', gameVersion: 1, settings: {}, rules: RULES, seed: 1 }
    yield { kind: 'match-created', match, ...setup, players, origin: 'practice' }
    yield { kind: 'match-started', match }
    for (let at = randomInt(20); at >= 0; at--)
      yield {
        kind: 'match-event',
        match,
        event: { kind: 'answered', seat: 0, text: `${randomInt(1e9)}`, at },
      }
    yield { kind: 'round-over', match, score: [1, 0] }
    yield { kind: 'match-over', match, score: [1, 0], winner: 0, void: false, end: 'won' }
  }
}

try {
  for (const entry of season()) {
    append(entry)
    // Waits at random, so that a batch has between one entry and a whole match.
    if (randomInt(4) === 0) await new Promise(setImmediate)
    // A batch that waits for the disk grows with the entries that come meanwhile.
    if (randomInt(20) === 0) await Promise.race([store.settled(), failed.promise])
  }
} catch {
  print('refused')
}

import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import type { LogEntry, Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/open-store.ts'
import { RULES } from '../../src/store/rules.fixture.ts'
import { findSalts } from '../../src/store/write-ahead-log.ts'

/**
 * Writes to the store in a folder until it is killed. It prints the number of every entry that is on disk.
 * When the store fails, it prints that, tries once more, and ends. With the word `reopening` it also closes the store now and then, and opens it again.
 */
const [folder = '', longLogBytes, manner] = process.argv.slice(2)
const print = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`)
print('opening')
const failed = deferred()
const open = (): Store =>
  must(
    openStore(folder, {
      ...(longLogBytes !== undefined && { longLogBytes: Number(longLogBytes) }),
      onFailure() {
        print('failed')
        failed.resolve()
      },
    }),
  )
let store = open()
print('open')

function append(entry: LogEntry): void {
  const seq = store.append(entry)
  store.afterCommit(() => print({ seq, entry }))
}

/** Goes on until the log begins anew after a checkpoint, or until any moment. */
async function comeNearAnEnd(): Promise<void> {
  const salts = (): bigint | undefined => findSalts(join(folder, 'arena.db'))
  const isLong = randomInt(2) === 0
  const old = salts()
  do {
    append({
      kind: 'person-registered',
      person: store.nextPerson(),
      name: `late ${randomInt(1e9)}`,
      role: 'player',
    })
    await setTimeout(1)
  } while (isLong ? salts() === old : randomInt(50) > 0)
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
    if (manner === 'reopening' && randomInt(60) === 0) {
      await comeNearAnEnd()
      store[Symbol.dispose]()
      store = open()
    }
  }
} catch {
  print('refused')
}

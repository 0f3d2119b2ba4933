import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../../src/base/result.ts'
import { tournamentOf, entryFor } from '../../src/tournament-runner/tournament.fixture.ts'
import { openTournamentCourse } from '../../src/tournament-runner/tournament-spec.ts'
import { tournamentResult } from '../../src/tournament-runner/tournament-result.ts'
import { openTournamentFolder } from '../../src/tournament-runner/data-folder.ts'
import { formatLedgerEntry, type LedgerEntry } from '../../src/tournament-runner/ledger-entry.ts'
import { voidEntry } from '../../src/tournament-runner/play-pairing.ts'
import { runTournament } from '../../src/tournament-runner/run-tournament.ts'

/**
 * Plays a tournament whose matches take no time, and kills itself at a certain step:
 * `node killed-host.fixture.ts FOLDER WORKERS STEP`. Steps are counted, not timed, so that a slow machine dies at the same place.
 */
const [folder = '', workers = '1', step = 'Infinity'] = process.argv.slice(2)
const names = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gil', 'hal']
const tournament = tournamentOf(names, { format: 'round-robin-knock-out', options: { games: 2, bestOf: 3 } })

let steps = 0
let writing = 0
function mayDie(lastWords: () => void = () => {}): void {
  if (++steps !== Number(step)) return
  lastWords()
  process.kill(process.pid, 'SIGKILL')
}

await using opened = must(await openTournamentFolder(folder, tournament, true))
mayDie()
const course = openTournamentCourse(tournament, opened.entries)
const entries = new Map(opened.entries.map((entry) => [entry.key, entry]))
const end = await runTournament<LedgerEntry>({
  course,
  workers: Number(workers),
  ledger: {
    async append(entry) {
      mayDie()
      // Half a line, as a host leaves it that dies during a write. No other write is under way.
      mayDie(() => {
        if (writing === 0)
          appendFileSync(join(folder, 'results.jsonl'), formatLedgerEntry(entry).slice(0, 50))
      })
      writing++
      await opened.append(entry)
      writing--
      mayDie()
    },
  },
  async play(pairing) {
    appendFileSync(join(folder, 'started.txt'), `${pairing.key}\n`)
    mayDie()
    // Matches end in another order than they began.
    for (let turn = pairing.seed % 5; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    await opened.save(pairing, { record: `${pairing.key}\n`, logs: ['', ''] })
    mayDie()
    return { kind: 'played', entry: entryFor(pairing) }
  },
  giveUp: voidEntry,
  onProgress(progress) {
    if (progress.kind === 'ended') entries.set(progress.entry.key, progress.entry)
  },
})
console.log(JSON.stringify({ end, result: tournamentResult(tournament, course, entries) }))

import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { describeEnd, describeResult } from '../match/describe.ts'
import { advance, startMatch } from '../match/machine.ts'
import { readRecord, type ReadRecord } from '../match/read-record.ts'
import { specToReplay } from '../match/record.ts'
import { pause, realClock } from '../runner/clock.ts'
import { nodeDigest } from '../runner/digest.ts'
import { CommandError, orExit } from './problem.ts'
import { readRecordText } from './read-record-text.ts'
import { printable } from './text.ts'
import { openWatch, WATCH_PACE_MS } from './watch.ts'

export interface ReplayFlags {
  readonly verify?: true
  readonly fast?: true
}

/** `gamegrid replay`: checks a record, and shows it unless `--verify` is given. */
export async function replay(file: string, flags: ReplayFlags): Promise<void> {
  const record = orExit(readRecord(readRecordText(file), findGame, nodeDigest), 1)
  const names: Pair<string> = [record.header.players[0].name, record.header.players[1].name]
  if (!flags.verify) await show(record, names, flags.fast === true)
  const { match, events } = record
  match.ended.forEach((round, index) =>
    console.log(printable(`Round ${index + 1}: ${describeEnd(round, record.header.spec, names)}`)),
  )
  if (match.result) console.log(printable(describeResult(match.result, names)))
  if (flags.verify)
    console.log(`The record is valid: ${events.length} events, and each follows from the rules`)
}

async function show({ header, events }: ReadRecord, names: Pair<string>, isFast: boolean): Promise<void> {
  const title = findChallenge(header.challenge)?.title ?? header.challenge
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  let at = 0
  const watch = await openWatch({ challenge: { title }, names, elapsed: () => at })
  let { match } = startMatch(specToReplay(header))
  for (const event of events) {
    const turns = match.round.turns
    at = event.at
    match = advance(match, event).match
    watch.show(event, match)
    if (!isFast && match.round.turns !== turns) await pause(realClock, WATCH_PACE_MS, stop.signal)
    if (stop.signal.aborted) throw new CommandError('Interrupted', 1)
  }
  watch.close(match)
}

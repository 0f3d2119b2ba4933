import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Brain } from '../game/brain.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec } from '../match/match.ts'
import { playMatch } from '../runner/play-match.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { connectStdio } from '../protocols/stdio/connect-stdio.ts'
import { findDialect } from './dialects.ts'
import { childProgram } from '../protocols/stdio/pipes.fixture.ts'

/** The program on a page, word for word. */
function programOn(page: string): string {
  const text = readFileSync(join(import.meta.dirname, `../../docs/wire/${page}.md`), 'utf8')
  return /```python\n(.*?)```/s.exec(text)?.[1] ?? ''
}

const LAST: Brain = { name: 'last', move: ({ legal }) => legal.at(-1) }

test.each([
  ['light-cycle', 'light-cycle', 'light-cycle'],
  ['longest-group', 'longest-group', 'longest-group'],
  ['json-lines', 'json', 'tic-tac-toe'],
  ['json-lines', 'json', 'quoridor'],
  ['json-lines', 'json', 'light-cycle'],
  ['json-lines', 'json', 'boost-tron'],
])('the Python program on docs/wire/%s.md speaks %s and plays a round of %s', async (page, wire, id) => {
  const challenge = CHALLENGES.find((one) => one.id === id)
  const dialect = findDialect(wire)
  if (challenge === undefined || dialect === undefined) throw new Error(`There is no ${id} or no ${wire}`)
  const rules = { ...challenge.rules, bestOf: 1, turnLimit: 200, clock: { kind: 'none' } as const }
  const settings = challenge.game.presets[challenge.preset] ?? {}
  const spec = must(makeSpec(challenge.game, settings, rules, 5))
  const bot: Contestant = {
    name: 'page',
    connect(opening, signal) {
      const program = childProgram('python3', ['-c', programOn(page)])
      return connectStdio(dialect, program.pipe, opening, signal, program)
    },
  }
  const opponent: Contestant = { name: 'last', connect: (opening) => connectBrain(LAST, opening) }
  const match = await playMatch({ challenge: id, spec, contestants: [opponent, bot] })
  const [round] = match.ended
  if (round === undefined) throw new Error('nothing was played')
  const told = describeEnd(round, spec, ['last', 'page'])
  expect(['played', 'stopped'], told).toContain(round.end.kind)
})

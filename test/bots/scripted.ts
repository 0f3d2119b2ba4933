import { parseArgs } from 'node:util'
import { findGame } from '../../src/games/index.ts'
import { runOnStdio } from '../../src/protocols/run-on-stdio.ts'
import type { StdioWire } from '../../src/wires/json-lines/client.ts'
import { FAULTS, misbehave, type Script } from './misbehave.ts'

/** A stdio bot that plays well until it is told not to: `scripted.ts --wire light-cycle --crash 3`. */
const options = Object.fromEntries(
  [...FAULTS, 'wire', 'game', 'settings', 'slow-ms'].map((name) => [name, { type: 'string' as const }]),
)
const { values } = parseArgs({ options })
const text = (name: string): string | undefined => values[name]

const script: Script = Object.fromEntries(
  FAULTS.flatMap((fault) => (values[fault] === undefined ? [] : [[fault, Number(values[fault])]])),
)
const wire = (text('wire') ?? 'json') as StdioWire
const game = findGame(text('game') ?? (wire === 'light-cycle' ? 'tron' : 'longest-group'))
const settings = text('settings')

const brain = misbehave(script, {
  slowMs: Number(text('slow-ms') ?? 1_000),
  print: (rubbish) => process.stdout.write(rubbish),
  crash: () => process.exit(3),
})
await runOnStdio(brain, {
  wire,
  ...(game && { game }),
  ...(settings !== undefined && { settings: JSON.parse(settings) as Record<string, unknown> }),
})

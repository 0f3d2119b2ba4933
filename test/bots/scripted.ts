import { parseArgs } from 'node:util'
import { runOnStdio } from '../../src/wires/run-on-stdio.ts'
import { FAULTS, misbehave, type Script } from './misbehave.ts'

/** A stdio bot that plays without faults until its options name one: `scripted.ts --wire light-cycle --crash 3`. */
const options = Object.fromEntries(
  [...FAULTS, 'wire', 'settings', 'slow-ms'].map((name) => [name, { type: 'string' as const }]),
)
const { values } = parseArgs({ options })
const text = (name: string): string | undefined => values[name]

const script: Script = Object.fromEntries(
  FAULTS.flatMap((fault) => (values[fault] === undefined ? [] : [[fault, Number(values[fault])]])),
)
const settings = text('settings')

const brain = misbehave(script, {
  slowMs: Number(text('slow-ms') ?? 1_000),
  print: (rubbish) => process.stdout.write(rubbish),
  crash: () => process.exit(3),
})
await runOnStdio(brain, {
  wire: text('wire') ?? 'json',
  ...(settings !== undefined && { settings: JSON.parse(settings) as Record<string, unknown> }),
})

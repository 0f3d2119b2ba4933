import type { Brain } from '../game/brain.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playOnStdio, type StdioClientOptions } from '../protocols/stdio/play-on-stdio.ts'
import { DIALECTS } from './dialects.ts'
import { findWire } from './index.ts'
import { notWhileImported } from '../runner/brain-import.ts'

/** `settings`, `seed` and `moveMs` matter only on wires that do not say these things. */
export interface RunOnStdioOptions extends StdioClientOptions {
  /** JSON lines unless told otherwise. */
  readonly wire?: string
  /** What the brain logs; stderr unless told otherwise, which the host keeps for the bot's owner. */
  readonly log?: (line: string) => void
}

/** Makes a program of a brain: it plays on stdin and stdout until the host has no more to say. */
export async function runOnStdio(brain: Brain, options: RunOnStdioOptions = {}): Promise<void> {
  notWhileImported('runOnStdio')
  const { wire = 'json', log = (line) => void process.stderr.write(`${line}\n`), ...others } = options
  const stdio = findWire(wire)?.stdio
  if (stdio === undefined) throw new Error(`Cannot find wire ${JSON.stringify(wire)}: expected ${KNOWN}`)
  const connect: Contestant['connect'] = (opening, _, callbacks) =>
    connectBrain(brain, opening, { log, unasked: callbacks?.unasked })
  const played = await playOnStdio(stdio.client, { name: brain.name, connect }, others)
  if (!played.ok) throw new Error(played.problem.message)
}

const KNOWN = DIALECTS.map(({ id }) => id).join(', ')

import type { Brain } from '../game/brain.ts'
import { connectBrain } from './in-process/connect-brain.ts'
import type { Contestant } from './protocol.ts'
import { playOnStdio, type StdioClientOptions } from '../wires/json-lines/client.ts'

export interface RunOnStdioOptions extends StdioClientOptions {
  /** What the brain logs; stderr unless told otherwise, which the host keeps for the bot's owner. */
  readonly log?: (line: string) => void
}

/** Makes a program of a brain: it plays on stdin and stdout until the host has no more to say. */
export async function runOnStdio(brain: Brain, options: RunOnStdioOptions = {}): Promise<void> {
  const log = options.log ?? ((line: string): void => void process.stderr.write(`${line}\n`))
  const connect: Contestant['connect'] = (opening, _, callbacks) =>
    connectBrain(brain, opening, { log, unasked: callbacks?.unasked })
  const played = await playOnStdio({ name: brain.name, connect }, options)
  if (!played.ok) throw new Error(played.problem.message)
}

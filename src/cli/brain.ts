import { CHALLENGES } from '../challenges/index.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import { playOnStdio, type StdioClient } from '../protocols/stdio/play-on-stdio.ts'
import { DIALECTS, dialectOf } from '../wires/dialects.ts'
import { findWire } from '../wires/index.ts'
import { loadBrain } from '../runner/load-brain.ts'
import { logThrown } from '../runner/thrown-trace.ts'
import { readBrainSource } from './bots.ts'
import { readNodes, readSeed } from './play.ts'
import { badArgument, findOrExit, orExit, unknownName } from './problem.ts'
import { readSettings } from './settings.ts'

export interface BrainFlags {
  readonly wire?: string
  readonly nodes?: string
  readonly seed?: string
  readonly set: readonly string[]
  readonly size?: string
}

/** `gamegrid brain`: plays with a brain as a program, on stdin and stdout, for any host that starts programs. */
export async function playAsProgram(id: string, bot: string, flags: BrainFlags): Promise<void> {
  const challenge = findOrExit('challenge', id, CHALLENGES)
  const client = readWire(flags.wire ?? dialectOf(challenge).id)
  const source = readBrainSource(bot, { challenge })
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const brain = orExit(await loadBrain(source, challenge.game.id, log))
  const { clock } = challenge.rules
  orExit(
    await playOnStdio(
      client,
      {
        name: brain.name,
        connect: (opening, _, callbacks) =>
          connectBrain(brain, opening, {
            log,
            threw: logThrown(source, log),
            unasked: callbacks?.unasked,
            ...(flags.nodes !== undefined && { thinking: { nodeBudget: readNodes(flags.nodes) } }),
          }),
      },
      {
        settings: readSettings(challenge.game, challenge.preset, flags.set, flags.size),
        seed: readSeed(flags.seed ?? process.env['GAMEGRID_SEED']),
        ...(clock.kind === 'per-move' && { moveMs: clock.ms }),
      },
    ),
    1,
  )
}

function readWire(name: string): StdioClient {
  const stdio = findWire(name)?.stdio
  if (stdio) return stdio.client
  const known = DIALECTS.map(({ id }) => id)
  throw badArgument(unknownName('wire', name, known).message)
}

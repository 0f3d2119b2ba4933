import { CHALLENGES } from '../challenges/index.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import { playOnStdio, type StdioWire } from '../wires/json-lines/client.ts'
import { dialectOf } from '../protocols/stdio/dialects.ts'
import { loadBrain } from '../runner/load-brain.ts'
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

const WIRES: readonly StdioWire[] = ['json', 'light-cycle', 'longest-group']

/** `gamegrid brain`: plays with a brain as a program, on stdin and stdout, for any host that starts programs. */
export async function playAsProgram(id: string, bot: string, flags: BrainFlags): Promise<void> {
  const challenge = findOrExit('challenge', id, CHALLENGES)
  const wire = readWire(flags.wire ?? dialectOf(challenge.id).id)
  const brain = orExit(await loadBrain(readBrainSource(bot, { challenge }), challenge.game.id))
  const { clock } = challenge.rules
  orExit(
    await playOnStdio(
      {
        name: brain.name,
        connect: (opening, _, callbacks) =>
          connectBrain(brain, opening, {
            log: (line) => void process.stderr.write(`${line}\n`),
            unasked: callbacks?.unasked,
            ...(flags.nodes !== undefined && { thinking: { nodeBudget: readNodes(flags.nodes) } }),
          }),
      },
      {
        wire,
        game: challenge.game,
        settings: readSettings(challenge.game, challenge.preset, flags.set, flags.size),
        seed: readSeed(flags.seed),
        ...(clock.kind === 'per-move' && { moveMs: clock.ms }),
      },
    ),
    1,
  )
}

function readWire(name: string): StdioWire {
  const wire = WIRES.find((known) => known === name)
  if (wire) return wire
  throw badArgument(unknownName('wire', name, WIRES).message)
}

import { must } from '../../src/base/result.ts'
import { ticTacToe as challenge } from '../../src/challenges/tic-tac-toe.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { makeSpec } from '../../src/match/match.ts'
import { jsonLines } from '../../src/wires/json-lines/words.ts'
import { playMatch } from '../../src/runner/play-match.ts'
import { programContestant } from '../../src/runner/program-contestant.ts'

/** Plays one round between two good bots with this start-up time, and prints how it ended. */
const [startUpMs = '', folder = '', program = ''] = process.argv.slice(2)
const { game, preset, rules } = challenge
const once = { ...rules, bestOf: 1, draws: { kind: 'count' }, startUpMs: Number(startUpMs) } as const
const spec = must(makeSpec(game, game.presets[preset] ?? {}, once, 1))
const player = (name: string) =>
  programContestant({
    name,
    bot: name,
    dialect: jsonLines,
    process: { argv: ['python3', program], cwd: folder, sandbox: {} },
  })
const match = await playMatch({
  challenge: challenge.id,
  spec,
  contestants: [player('ann'), player('bob')],
})
console.log(match.ended.map((round) => describeEnd(round, spec, ['ann', 'bob'])).join('\n'))

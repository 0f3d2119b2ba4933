import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec } from '../match/match.ts'
import type { Clock } from '../runner/clock.ts'
import { playMatch } from '../runner/play-match.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { connectStdio } from '../protocols/stdio/connect-stdio.ts'
import { WIRES } from './index.ts'
import { transcribedProgram } from '../protocols/stdio/pipes.fixture.ts'

const docs = join(import.meta.dirname, '../../docs/wire')

/** The golden conversations of all stdio wires, each in its wire's folder. */
const TRANSCRIPTS = WIRES.flatMap((wire) => {
  const folder = join(wire.folder, 'transcripts')
  if (wire.stdio === undefined || !existsSync(folder)) return []
  const page = basename(wire.folder)
  const { dialect } = wire.stdio
  return readdirSync(folder).map((name) => ({
    name: `${page}/${name}`,
    path: join(folder, name),
    page,
    dialect,
  }))
})

/** `# key: value` lines, then the conversation. GOLDEN=write fills in what the host says. */
function readTranscript(path: string) {
  const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n')
  const head = lines.filter((line) => line.startsWith('#'))
  const facts = Object.fromEntries(
    head.map((line) =>
      line
        .slice(2)
        .split(/: (.*)/s)
        .slice(0, 2),
    ),
  )
  return { head, facts: facts as Record<string, string>, body: lines.slice(head.length) }
}

test.each(TRANSCRIPTS)('$name: the host says exactly this, and the round ends so', async (transcript) => {
  const { name, path, dialect } = transcript
  const { head, facts, body } = readTranscript(path)
  const challenge = CHALLENGES.find((one) => one.id === facts['challenge'])
  if (challenge === undefined || facts['wire'] !== dialect.id)
    throw new Error(`${name} needs a challenge and its wire`)
  const settings = {
    ...challenge.game.presets[challenge.preset],
    ...(JSON.parse(facts['settings'] ?? '{}') as object),
  }
  const rules = { ...challenge.rules, ...(JSON.parse(facts['rules'] ?? '{}') as object) }
  const spec = must(makeSpec(challenge.game, settings, rules, Number(facts['seed'] ?? 0)))

  const said: string[] = []
  const { pipe, whyEnded } = transcribedProgram(body)
  const bot: Contestant = {
    name: 'bot',
    connect: (opening, signal) =>
      connectStdio(dialect, pipe, opening, signal, { whyEnded, onTranscript: (line) => said.push(line) }),
  }
  const moves = (facts['opponent'] ?? '').split(' ')
  const brain: Brain = { name: 'opponent', move: () => moves.shift() }
  const opponent: Contestant = { name: 'opponent', connect: (opening) => connectBrain(brain, opening) }
  const contestants: Pair<Contestant> = facts['seat'] === '1' ? [opponent, bot] : [bot, opponent]
  const match = await playMatch({ challenge: challenge.id, spec, contestants, clock: STOPPED })

  const end = describeEnd(match.ended[0]!, spec, [contestants[0].name, contestants[1].name])
  if (process.env['GOLDEN'] === 'write') {
    const newHead = head.map((line) => (line.startsWith('# ends:') ? `# ends: ${end}` : line))
    writeFileSync(path, `${[...newHead, ...said].join('\n')}\n`)
  } else {
    expect(said).toEqual(body)
    expect(end).toBe(facts['ends'])
  }
})

const STOPPED: Clock = { now: () => 0, at: () => () => {}, settle: setImmediate, date: () => new Date(0) }

test.each(TRANSCRIPTS)('docs/wire/$page.md shows $name as it is', ({ path, page }) => {
  const { body } = readTranscript(path)
  expect(readFileSync(join(docs, `${page}.md`), 'utf8')).toContain(`\`\`\`text\n${body.join('\n')}\n\`\`\``)
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { CHALLENGES } from '../../challenges/index.ts'
import type { Brain } from '../../game/brain.ts'
import type { Pair } from '../../game/game.ts'
import { describeEnd } from '../../match/describe.ts'
import { makeSpec } from '../../match/match.ts'
import type { Clock } from '../../runner/clock.ts'
import { playMatch } from '../../runner/play-match.ts'
import { connectBrain } from '../in-process/connect-brain.ts'
import type { Contestant } from '../protocol.ts'
import { connectStdio } from './connect-stdio.ts'
import { findDialect } from '../../wires/dialects.ts'
import { transcribedProgram } from './pipes.fixture.ts'

const folder = join(import.meta.dirname, 'transcripts')
const docs = join(import.meta.dirname, '../../../docs/wire')
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))

/** `# key: value` lines, then the conversation. GOLDEN=write fills in what the host says. */
function readTranscript(name: string) {
  const lines = readFileSync(join(folder, name), 'utf8').replace(/\n$/, '').split('\n')
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

test.each(files)('%s: the host says exactly this, and the round ends so', async (name) => {
  const { head, facts, body } = readTranscript(name)
  const challenge = CHALLENGES.find((one) => one.id === facts['challenge'])
  const dialect = findDialect(facts['wire'] ?? '')
  if (challenge === undefined || dialect === undefined)
    throw new Error(`${name} needs a challenge and a wire`)
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
    writeFileSync(join(folder, name), `${[...newHead, ...said].join('\n')}\n`)
  } else {
    expect(said).toEqual(body)
    expect(end).toBe(facts['ends'])
  }
})

const STOPPED: Clock = { now: () => 0, at: () => () => {}, settle: setImmediate, date: () => new Date(0) }

const PAGES = ['light-cycle', 'longest-group', 'json-lines']

test.each(PAGES)('docs/wire/%s.md shows its transcripts as they are', (page) => {
  const text = readFileSync(join(docs, `${page}.md`), 'utf8')
  const own = files.filter((name) => name.startsWith(`${page}.`))
  expect(own.length).toBeGreaterThan(0)
  for (const name of own) {
    const { body } = readTranscript(name)
    expect(text).toContain(`\`\`\`text\n${body.join('\n')}\n\`\`\``)
  }
})

test('every transcript belongs to a page', () => {
  expect(files.filter((name) => !PAGES.some((page) => name.startsWith(`${page}.`)))).toEqual([])
})

import { mkdtempSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { must } from './src/base/result.ts'
import { longestGroup } from './src/challenges/longest-group.ts'
import { makeSpec } from './src/match/match.ts'
import { beginRecord, endRecord, writeEvent } from './src/match/record.ts'
import { longestGroup as wire } from './src/protocols/stdio/longest-group.ts'
import { playMatch } from './src/runner/play-match.ts'
import { programContestant } from './src/runner/program-contestant.ts'
const home = mkdtempSync('/tmp/zz-')
execFileSync('gcc', ['-O2', '-o', home + '/first-free', 'test/bots/first-free.c'])
const { game, preset, rules } = longestGroup
const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 1))
const rates: number[] = []
const REC = process.argv[2] !== 'norec'
for (let i = 0; i < 60; i++) {
  const player = (name: string) => programContestant({ name, bot: 'x', dialect: wire, process: { argv: ['./first-free'], cwd: home } })
  let { writer, text } = beginRecord({ challenge: longestGroup.id, spec, players: [{ name: 'a' }, { name: 'b' }], times: true })
  let began = 0, ended = 0
  await playMatch({ challenge: longestGroup.id, spec, contestants: [player('a'), player('b')], onEvent(event, now) {
    if (event.kind === 'ready') began = performance.now()
    if (event.kind === 'answered') ended = performance.now()
    if (REC) { const w = writeEvent(writer, event, now); writer = w.writer; text += w.text }
  } })
  rates.push((ended - began) / 121 * 1000)
}
rates.sort((a, b) => a - b); console.log('median µs/ply', rates[30])

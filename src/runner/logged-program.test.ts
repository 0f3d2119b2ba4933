import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { longestGroup as challenge } from '../challenges/longest-group.ts'
import { startMatch } from '../match/machine.ts'
import { makeSpec } from '../match/match.ts'
import { longestGroup } from '../wires/longest-group/words.ts'
import { realClock } from './clock.ts'
import type { BotLog } from '../match/bot-log.ts'
import { loggedProgram } from './logged-program.ts'

const bots = resolve(import.meta.dirname, '../../test/bots')

test('what a program says is written down while its round goes on, so that it is there if the host fails', async () => {
  const { game, rules, preset } = challenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 1))
  const pieces: BotLog[] = []
  let time = 0
  const player = loggedProgram(
    {
      name: 'bot',
      bot: 'bot',
      dialect: longestGroup,
      process: { argv: ['python3', 'longest-group.py'], cwd: bots },
      // By which a minute passes between any two lines.
      clock: { ...realClock, date: () => new Date((time += 60_000)) },
    },
    { used: () => ({ stderr: 0, lines: 0 }), keep: (piece) => void pieces.push(piece) },
  )
  const state = startMatch(spec).match.round.state
  const view = game.view(state, 0)
  const { signal } = new AbortController()
  const connection = await player.connect(
    {
      challenge: challenge.id,
      game: game.id,
      settings: spec.settings,
      seat: 0,
      names: ['bot', 'other'],
      round: 0,
      seed: 1,
      clock: rules.clock,
      startUpMs: 60_000,
      view,
    },
    signal,
  )
  if ('kind' in connection) throw new Error(connection.detail)
  await using round = connection
  const answer = await round.ask(
    { turn: 0, view, legal: game.legalMoves(state, 0), timeLeft: 60_000 },
    signal,
  )
  expect(answer.kind).toBe('move')
  expect(pieces.flatMap(({ lines }) => lines.map(({ text }) => text.charAt(0)))).toContain('<')
})

import { describe, expect, test } from 'vitest'
import { seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { readRules } from '../briefing/rules-pages.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { SEATS, type Seat } from '../game/game.ts'
import type { Opening, Question } from '../protocols/protocol.ts'
import { PROMPT_VARIANTS, roundPrompt, turnPrompt, type PlayedTurn, type PromptPlan } from './prompt.ts'

/** The prompts of a seat after some turns. */
function promptsOf(challenge: Challenge, plan: PromptPlan, seat: Seat, settings = {}, turns = 3) {
  const { game, preset } = challenge
  const all = { ...game.presets[preset], ...settings }
  let state = game.setup(must(game.parseConfig(all)), seededRng(1))
  const first = game.view(state, seat)
  const history: PlayedTurn[] = []
  for (let turn = 0; turn < turns; turn++) {
    const moves = game
      .toMove(state)
      .map((mover) => ({ seat: mover, move: game.legalMoves(state, mover)[0] ?? '' }))
    history.push(
      [0, 1].map((mover) => moves.find((one) => one.seat === mover)?.move) as unknown as PlayedTurn,
    )
    state = game.play(state, moves)
  }
  const opening: Opening = {
    challenge: challenge.id,
    game: game.id,
    settings: all,
    seat,
    names: ['ann', 'bob'],
    round: 0,
    seed: 1,
    clock: { kind: 'per-move', ms: 60_000 },
    startUpMs: 1000,
    turnLimit: 400,
    view: first,
  }
  const question: Question = {
    turn: turns,
    view: game.view(state, seat),
    legal: game.legalMoves(state, seat),
    timeLeft: 12_340,
  }
  const context = { plan, game, page: readRules(game.id) ?? '', opening, attempts: 2 }
  return { round: roundPrompt(context), turn: turnPrompt(context, question, history), question, history }
}

describe.each(CHALLENGES)('the prompt of $id', (challenge) => {
  const { game } = challenge
  const page = readRules(game.id) ?? ''

  test.each(SEATS)('tells seat %i the rules of the guide, its seat, and every way to end', (seat) => {
    const { round } = promptsOf(challenge, { variant: 'full' }, seat)
    for (const line of page
      .split('## For programs')[0]!
      // A record that a page steps through is nothing for a prompt, and neither is the sentence that says so.
      .replaceAll(/^.*Step through the match:$/gm, '')
      .split('\n')
      .filter((text) => /^[A-Z]/.test(text) && !text.includes(']('))
      .slice(0, 10))
      expect(round).toContain(line)
    expect(round).not.toMatch(/\]\(|## For programs/)
    expect(round).toContain(`against ${['bob', 'ann'][seat]}. Your seat is called ${game.seatNames[seat]}`)
    for (const reason of Object.values(game.reasons)) expect(round).toContain(reason)
    for (const word of ['60 s a move', '400 turns', '{"move": "…"}', '2 attempts'])
      expect(round).toContain(word)
  })

  test('has the whole history, the board for this seat and the clock, but no list of legal moves', () => {
    const [first, second] = SEATS.map((seat) => promptsOf(challenge, { variant: 'full' }, seat))
    for (const [index, moves] of first!.history.entries())
      for (const move of moves)
        if (move !== undefined)
          expect(first!.turn).toMatch(new RegExp(`^${index + 1}\\. .*${move.replace('+', '\\+')}`, 'm'))
    expect(first!.turn).toContain('Now it is turn 4')
    expect(first!.turn).toContain('12.3 s left')
    expect(first!.turn).toMatch(/ = your /)
    expect(first!.turn).not.toBe(second!.turn)
    expect(first!.turn).not.toContain('Legal moves')
  })

  test('is shorter if it is terse, and lists the legal moves if it should', () => {
    const full = promptsOf(challenge, { variant: 'full' }, 0)
    const terse = promptsOf(challenge, { variant: 'terse' }, 0)
    expect(terse.round.length).toBeLessThan(0.8 * full.round.length)
    expect(terse.turn).toBe(full.turn)
    const listed = promptsOf(challenge, { variant: 'with-legal-moves' }, 0)
    expect(listed.round).toBe(full.round)
    expect(listed.turn).toBe(`${full.turn}\n\nLegal moves: ${listed.question.legal.join(' ')}`)
    expect(promptsOf(challenge, { variant: 'null' }, 0)).toEqual(full)
  })

  test('takes a file in place of its words', () => {
    const { round } = promptsOf(challenge, { variant: 'own.md', own: 'Play well.\n{{rules}}' }, 1)
    expect(round).toMatch(/^Play well\.\n# /)
    expect(round).toContain(page.split('\n')[2])
    expect(round).toContain('{"move": "…"}')
  })
})

test('the prompt says the size of the board that is played on', () => {
  const small = promptsOf(quoridor, { variant: 'full' }, 0, { size: 5, walls: 3 }, 0)
  expect(small.round).toContain('size 5, walls 3')
  expect(small.turn).toContain('No turn has been played yet.')
  expect(small.turn).toMatch(/a +b +c +d +e$/m)
})

test('a terse text of the rules keeps what a colon announces', () => {
  const { round } = promptsOf(quoridor, { variant: 'terse' }, 0)
  expect(round).toContain('e4h, flat: on top of e4 and f4')
  expect(PROMPT_VARIANTS).toHaveLength(4)
})

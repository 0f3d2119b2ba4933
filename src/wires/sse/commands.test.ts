import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoridor } from '../../games/quoridor/index.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { answerOf, commandOf, FLIP_ACTION } from './commands.ts'
import { readBody } from '../../protocols/read-body.ts'

const states = {
  'tic-tac-toe': ticTacToe.setup({}, seededRng(1)),
  quoridor: quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(1)),
}

const parses = (game: 'tic-tac-toe' | 'quoridor', text: string): boolean =>
  game === 'quoridor'
    ? quoridor.notation.parseMove(text, states.quoridor).ok
    : ticTacToe.notation.parseMove(text, states['tic-tac-toe']).ok

describe('a command', () => {
  test.each([
    ['tic-tac-toe', { action: 'putSymbol', position: 'NW' }, 'NW'],
    ['tic-tac-toe', { action: 'putSymbol', position: 'se' }, 'SE'],
    ['quoridor', { action: 'move', position: 'e8' }, 'e8'],
    ['quoridor', { action: 'move', position: 'E8' }, 'e8'],
    ['quoridor', { action: 'putWall', position: 'a8h' }, 'a8h'],
  ] as const)('in %s: %j is the word %s', (game, command, text) => {
    expect(answerOf(game, command)).toEqual({ kind: 'move', text })
    expect(parses(game, text)).toBe(true)
  })

  test.each([
    ['tic-tac-toe', { action: 'putSymbol', position: '' }],
    ['tic-tac-toe', { action: 'putSymbol', position: ' NW' }],
    ['tic-tac-toe', { action: 'NW', position: '' }],
    ['tic-tac-toe', { action: 'NW', position: ' ' }],
    ['tic-tac-toe', { action: 'NW' }],
    ['tic-tac-toe', { position: 'NW' }],
    ['tic-tac-toe', { action: 'move', position: 'NW' }],
    ['tic-tac-toe', { action: 'putSymbol', position: 4 }],
    ['tic-tac-toe', { action: null, position: ['NW'] }],
    ['tic-tac-toe', {}],
    ['quoridor', { action: 'move', position: 'a8h' }],
    ['quoridor', { action: 'putWall', position: 'e8' }],
    ['quoridor', { action: 'putWall', position: 'i4h' }],
    ['quoridor', { action: 'move', position: 'e10' }],
    ['quoridor', { action: 'move', position: 'e0' }],
    ['quoridor', { action: 'move', position: ' e2' }],
    ['quoridor', { action: 'Move', position: 'e2' }],
  ] as const)('in %s: %j is nothing the game can read, and is echoed as it is', (game, command) => {
    const answer = answerOf(game, command)
    const text = answer.kind === 'move' ? answer.text : 'a flip'
    expect(parses(game, text)).toBe(false)
    expect(commandOf(game, text)).toEqual(command)
  })

  test('is a flip only with the very words', () => {
    expect(answerOf('quoridor', { action: FLIP_ACTION, position: 'e2' })).toEqual({ kind: 'flip' })
    expect(answerOf('quoridor', { action: 'flip' }).kind).toBe('move')
  })

  test('of any text comes back as it was, as long as it is not too long', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('move', 'putWall', 'putSymbol', 'NW', 'e2'),
    )
    const games = fc.constantFrom('tic-tac-toe', 'quoridor')
    fc.assert(
      fc.property(games, text, text, (game, action, position) => {
        const answer = answerOf(game, { action, position })
        if (answer.kind !== 'move') return
        const again = commandOf(game, answer.text)
        expect(String(again.action)).toBe(action)
        expect(String(again.position).toLowerCase()).toBe(position.toLowerCase())
      }),
    )
  })

  test('that is endless is cut', () => {
    const answer = answerOf('quoridor', { action: 'x'.repeat(5000), position: Array(5000).fill(1) })
    expect(answer.kind === 'move' && answer.text.length).toBeLessThan(600)
  })

  test.each([
    ['tic-tac-toe', '', { action: 'putSymbol', position: '' }],
    ['quoridor', 'i4h', { action: 'putWall', position: 'i4h' }],
    ['quoridor', 'e10', { action: 'move', position: 'e10' }],
    ['quoridor', '?!', { action: 'move', position: '?!' }],
  ])('of the house in %s, the word %j, is %j', (game, word, command) => {
    expect(commandOf(game, word)).toEqual(command)
  })
})

describe('a body', () => {
  test.each([
    ['{"action":"a"}', 'application/json', { action: 'a' }],
    ['{"action":"a"}', undefined, { action: 'a' }],
    ['{"action":"a"}', 'text/plain', { action: 'a' }],
    ['{"action":"a"}', 'application/x-www-form-urlencoded', { action: 'a' }],
    ['\ufeff{"action":"a"}', 'application/json', { action: 'a' }],
    ['action=a&position=b', 'application/x-www-form-urlencoded', { action: 'a', position: 'b' }],
    ['action=a&position=b', undefined, { action: 'a', position: 'b' }],
    ['action=a&position=', 'application/x-www-form-urlencoded; charset=utf-8', { action: 'a', position: '' }],
  ])('%j as %s is %j', (text, contentType, object) => {
    expect(readBody(text, contentType)).toEqual({ ok: true, value: object })
  })

  test.each([
    ['', undefined],
    ['{"action":', 'application/json'],
    ['{"action":', 'application/x-www-form-urlencoded'],
    ['action=a', 'application/json'],
    ['[1]', undefined],
    ['"a=b"', undefined],
    ['hello', undefined],
    ['=b', undefined],
  ])('%j as %s is malformed', (text, contentType) => {
    expect(readBody(text, contentType)).toMatchObject({ ok: false, problem: { message: 'malformed JSON' } })
  })
})

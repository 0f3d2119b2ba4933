import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MovedBody, OpeningBody } from '../src/api/games.ts'
import { isObject, parseObject, type JsonObject } from '../src/base/json.ts'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import { SEATS, type AnyGame } from '../src/game/game.ts'
import { GAMES } from '../src/games/index.ts'

const root = join(import.meta.dirname, '..')
const pageOf = (path: string): string => readFileSync(join(root, 'docs', path), 'utf8')
const views = pageOf('reference/views.md')

/** The first column of the tables of a section. */
const fieldsUnder = (heading: string): readonly string[] => {
  const [, section = ''] = views.split(new RegExp(`^## ${heading}$`, 'm'))
  const [own = ''] = section.split(/^## /m)
  return [...own.matchAll(/^\| `([^`]+)` \|/gm)].map(([, field = '']) => field)
}

/** The paths of all values of some data: `cycles[].x`. */
function pathsOf(data: unknown, path = ''): readonly string[] {
  if (Array.isArray(data)) return data.flatMap((item) => pathsOf(item, `${path}[]`))
  if (!isObject(data)) return [path]
  return Object.entries(data).flatMap(([name, value]) =>
    pathsOf(value, path === '' ? name : `${path}.${name}`),
  )
}

/** What both seats see of random rounds, from the first position to the last. */
function* viewsOf(game: AnyGame): Generator {
  for (const settings of Object.values(game.presets))
    for (let seed = 1; seed <= 6; seed++) {
      const rng = seededRng(seed)
      let state = game.setup(must(game.parseConfig(settings)), rng)
      for (let turn = 0; turn < 150; turn++) {
        for (const seat of SEATS) yield game.view(state, seat)
        const seats = game.toMove(state)
        if (seats.length === 0) break
        state = game.play(
          state,
          seats.map((seat) => ({ seat, move: rng.pick(game.legalMoves(state, seat)) })),
        )
      }
    }
}

const HEADINGS: Readonly<Record<string, string>> = {
  'tic-tac-toe': 'Tic-tac-toe',
  'longest-group': 'Longest group',
}
const headingOf = ({ id, title }: AnyGame): string => HEADINGS[id] ?? title

describe('docs/reference/views.md', () => {
  test.each(GAMES)('has a row for each field of a view of $id, and no other', (game) => {
    const seen = new Set<string>()
    for (const view of viewsOf(game)) for (const path of pathsOf(view)) seen.add(path)
    expect(fieldsUnder(headingOf(game)).toSorted()).toEqual([...seen].toSorted())
  })

  test('has a row for each field around a view over HTTP, and no other', () => {
    const names = new Set([...Object.keys(MovedBody.properties), ...Object.keys(OpeningBody.properties)])
    expect(fieldsUnder('The turn over HTTP').toSorted()).toEqual([...names].toSorted())
  })

  test('says where Quoridor keeps a wall', () => {
    const quoridor = GAMES.find(({ id }) => id === 'quoridor') as AnyGame
    const state = quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(1))
    const { walls } = quoridor.play(state, [{ seat: 0, move: 'e6v' }]) as { readonly walls: string }
    expect([walls.length, walls.indexOf('v')]).toEqual([64, 44])
    expect(views).toContain('`e6v` is character 5 × 8 + 4 = 44')
  })
})

/** The JSON that hosts write in the golden conversations of a wire. */
function told(wire: string): readonly JsonObject[] {
  const folder = join(root, 'src/wires', wire, 'transcripts')
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => {
      const object = line.startsWith('> ') ? parseObject(line.slice(2).replace(/^data: /, '')) : undefined
      return object ? [object] : []
    })
}

describe('the page of a wire', () => {
  test.each([
    ['json-lines', 'wire/json-lines.md'],
    ['polling', 'wire/boost-tron.md'],
    ['sse', 'wire/sse-arena.md'],
  ])('names each field that %s sends in a golden conversation', (wire, path) => {
    const names = new Set(told(wire).flatMap((message) => Object.keys(message)))
    expect(names.size).toBeGreaterThan(4)
    // Not in the conversations themselves: there a field is shown, not explained.
    const page = pageOf(path).replaceAll(/^```[^]*?^```$/gm, '')
    const named = (name: string): boolean => page.includes(`\`${name}\``) || page.includes(`"${name}"`)
    expect([...names].filter((name) => name !== 'type' && !named(name))).toEqual([])
  })
})

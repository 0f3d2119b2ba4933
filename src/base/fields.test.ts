import { expect, test } from 'vitest'
import { choice, integer, readFields, show, typedSettings } from './fields.ts'

const fields = { width: integer('Width', 3, 200), edge: choice('Edge', ['wall', 'torus']) }

test.each([
  [
    { width: 3, edge: 'wall' },
    { ok: true, value: { width: 3, edge: 'wall' } },
  ],
  [
    { width: '200', edge: 'torus' },
    { ok: true, value: { width: 200, edge: 'torus' } },
  ],
  [{ width: 2, edge: 'wall' }, 'Cannot set width to 2: expected a whole number from 3 to 200'],
  [{ width: 201, edge: 'wall' }, 'Cannot set width to 201: expected a whole number from 3 to 200'],
  [{ width: [7], edge: 'wall' }, 'Cannot set width to [7]: expected a whole number from 3 to 200'],
  [{ width: '1e2', edge: 'wall' }, 'Cannot set width to "1e2": expected a whole number from 3 to 200'],
  [{ width: '0x10', edge: 'wall' }, 'Cannot set width to "0x10": expected a whole number from 3 to 200'],
  [{ width: '7.5', edge: 'wall' }, 'Cannot set width to "7.5": expected a whole number from 3 to 200'],
  [{ width: 5 }, 'Cannot set edge to nothing: expected wall or torus'],
  [{ width: 5, edge: 'wall', colour: 'red' }, 'Cannot set "colour": the settings are width, edge'],
  [
    { width: 5, edge: 'wall', __proto__: null, toString: 1 },
    'Cannot set "toString": the settings are width, edge',
  ],
  ['wide', 'Cannot read configuration "wide": expected an object of settings'],
])('%j', (input, expected) => {
  const result = readFields(fields, input)
  expect(typeof expected === 'string' && !result.ok ? result.problem.message : result).toEqual(expected)
})

test('a problem says which setting is wrong, and what a choice of three accepts', () => {
  const tone = choice('Tone', ['red', 'green', 'blue'])
  expect(readFields({ tone }, { tone: 'grey' })).toEqual({
    ok: false,
    problem: {
      code: 'bad-setting',
      message: 'Cannot set tone to "grey": expected one of red, green, blue',
      at: 'tone',
    },
  })
  expect(readFields({ tone }, { tune: 'red' })).toEqual({
    ok: false,
    problem: {
      code: 'unknown-setting',
      message: 'Cannot set "tune": the only setting is tone',
      at: 'tune',
    },
  })
  expect(readFields({}, { tone: 'red' })).toMatchObject({
    problem: { message: 'Cannot set "tone": this game has no settings' },
  })
  expect(readFields({ tone }, null)).toEqual({
    ok: false,
    problem: {
      code: 'bad-settings',
      message: 'Cannot read configuration null: expected an object of settings',
    },
  })
})

test('foreign text is shown short, on one line and without control characters', () => {
  expect(show('a\nb\u001b[31m')).toBe(String.raw`"a\nb\u001b[31m"`)
  expect(show('a\u202eb')).toBe('"a?b"')
  expect(show('x'.repeat(200))).toHaveLength(78)
  expect(show('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`)
  expect(show(NaN)).toBe('NaN')
  expect(show(undefined)).toBe('nothing')
  expect(show(10n)).toBe('10n')
  const twice = { x: 1 }
  expect(show([twice, twice])).toBe('[{"x":1},{"x":1}]')
  const broken = {
    toJSON() {
      throw new Error('no')
    },
  }
  expect(show(broken)).toBe('object')
})

test('a number that is given as text is a number, and what is no such number stays as it was given', () => {
  expect(typedSettings(fields, { width: '10', edge: 'wall', other: '10' })).toEqual({
    width: 10,
    edge: 'wall',
    other: '10',
  })
  expect(typedSettings(fields, { width: 'ten', edge: '10' })).toEqual({ width: 'ten', edge: '10' })
})

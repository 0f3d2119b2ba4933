import { describe, expect, test } from 'vitest'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { kitsFor } from './kits.ts'

const namesFor = (id: string): readonly string[] => {
  const challenge = findChallenge(id)
  return challenge ? kitsFor(challenge).map(({ name, wire }) => `${name} on ${wire}`) : []
}

describe('the kits of a challenge', () => {
  test('are those of its own wire, then those on JSON lines, which carry the wire in their name where it is needed', () => {
    expect(namesFor('light-cycle')).toEqual([
      'c on light-cycle',
      'cpp on light-cycle',
      'go on light-cycle',
      'java on light-cycle',
      'javascript on light-cycle',
      'python on light-cycle',
      'rust on light-cycle',
      'python-json-lines on json',
      'typescript on json',
    ])
    expect(namesFor('quoridor')).toEqual([
      'python on sse',
      'typescript on sse',
      'python-json-lines on json',
      'typescript-json-lines on json',
    ])
  })

  test.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))(
    'of %s have different names, and one at least can be uploaded',
    (_, challenge) => {
      const kits = kitsFor(challenge)
      expect(new Set(kits.map(({ name }) => name)).size).toBe(kits.length)
      expect(kits.some(({ uploads }) => uploads)).toBe(true)
    },
  )

  test('that connect from outside are not uploaded', () => {
    const outside = CHALLENGES.flatMap(kitsFor).filter(({ uploads }) => !uploads)
    expect(new Set(outside.map(({ wire }) => wire))).toEqual(new Set(['sse', 'torus']))
  })
})

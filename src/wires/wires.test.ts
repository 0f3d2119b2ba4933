import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { dialectOf, wireOf } from './dialects.ts'
import { WIRES } from './index.ts'
import { SERVERS } from './servers.ts'

test('no two wires have the same id', () => {
  expect(new Set(WIRES.map(({ id }) => id)).size).toBe(WIRES.length)
})

test.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))(
  'the wire of %s is there',
  (_, challenge) => {
    expect(must(wireOf(challenge)).id).toBe(challenge.wire)
    expect(dialectOf(challenge).id).toBe(must(wireOf(challenge)).stdio?.dialect.id ?? 'json')
  },
)

test('a challenge with an unknown wire is refused in one sentence that names the wires', () => {
  const refused = wireOf({ id: 'chess', wire: 'pigeon' })
  expect(!refused.ok && refused.problem.message).toBe(
    `Cannot play chess: there is no wire "pigeon", expected one of ${WIRES.map(({ id }) => id).join(', ')}`,
  )
})

test.each(SERVERS.map((server) => [server.wire] as const))('the server half of %s has a wire', (wire) => {
  expect(WIRES.map(({ id }) => id)).toContain(wire)
})

test('a stdio wire and what it speaks have one id', () => {
  for (const { id, stdio } of WIRES) if (stdio) expect(stdio.dialect.id).toBe(id)
})

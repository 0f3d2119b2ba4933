import { afterAll, beforeAll, expect, test } from 'vitest'
import { lightCycle } from '../../src/challenges/light-cycle.ts'
import { longestGroup } from '../../src/challenges/longest-group.ts'
import { kitsFor } from '../../src/wires/kits.ts'
import { numberIn, openTestArena, textIn, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { judged, newBot, upload } from './upload.fixture.ts'

let arena: TestArena
let ann: TestPlayer
const bots = new Map<string, number>()
beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  for (const { id } of [lightCycle, longestGroup]) bots.set(id, await newBot(ann, 'mine', id))
})
afterAll(() => arena[Symbol.asyncDispose]())

/** Uploads what was downloaded, as it is, and waits for the verdict. */
async function enter(challenge: string, bytes: Uint8Array<ArrayBuffer>, query = ''): Promise<unknown> {
  const bot = bots.get(challenge) ?? 0
  const { status, body } = await upload(ann, bot, bytes, query)
  expect([status, body]).toMatchObject([202, {}])
  return judged(ann, bot, numberIn(body, 'version'))
}

/** One kit of each language: a compiler takes seconds. */
const KITS = [
  ...kitsFor(lightCycle).filter(({ uploads }) => uploads),
  ...kitsFor(longestGroup).filter(({ language }) => language === 'csharp'),
].map((kit) => [kit.wire === 'longest-group' ? longestGroup.id : lightCycle.id, kit.name] as const)

test('all languages are among them', () => {
  expect(KITS.map(([, name]) => name).sort()).toEqual([
    'c',
    'cpp',
    'csharp',
    'go',
    'java',
    'javascript',
    'python',
    'python-json-lines',
    'rust',
    'typescript',
  ])
})

test.each(KITS)(
  'the kit of %s in %s passes as it is',
  async (challenge, name) => {
    const { bytes } = await arena.request(`/api/v1/challenges/${challenge}/kits/${name}`)
    expect(await enter(challenge, new Uint8Array(bytes))).toMatchObject({ status: 'passed' })
  },
  240_000,
)

test('its source alone passes as well', async () => {
  const { body } = await arena.request('/api/v1/challenges/light-cycle/kits/python/source')
  const text = new TextEncoder().encode(textIn(body, 'text'))
  expect(await enter('light-cycle', text, `?file=${textIn(body, 'file')}`)).toMatchObject({
    status: 'passed',
  })
})

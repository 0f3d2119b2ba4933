import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addContestantCommands } from '../../src/cli/contestant-commands.ts'
import { numberIn, openTestArena, until, type TestArena, type TestPlayer } from '../server/arena.fixture.ts'
import { talkingBot } from '../server/bot.fixture.ts'
import { judged, newBot, upload } from '../server/upload.fixture.ts'

/** The commands run in this process, because only their words are new: client.test.ts runs the packed client. */
let arena: TestArena
let ann: TestPlayer
let bot = 0
const home = mkdtempSync(join(tmpdir(), 'gamegrid-ladder-'))

beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bot = await newBot(ann, 'crusher')
  await upload(ann, bot, talkingBot('crusher'))
  expect((await judged(ann, bot, 1))['status']).toBe('passed')
})

afterAll(async () => {
  await arena?.[Symbol.asyncDispose]()
  rmSync(home, { recursive: true })
})

beforeEach(() => {
  vi.stubEnv('GAMEGRID_URL', arena.url)
  vi.stubEnv('GAMEGRID_KEY', ann.key)
  vi.stubEnv('XDG_CONFIG_HOME', home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** What a command prints. */
async function run(words: string): Promise<string> {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)))
  const program = new Command()
  addContestantCommands(program)
  await program.parseAsync(words.split(' '), { from: 'user' })
  return printed.join('\n')
}

const json = async (words: string): Promise<unknown> => JSON.parse(await run(`${words} --json`))

async function play(path: string, body: object): Promise<number> {
  const started = await ann.request(`/api/v1/${path}`, { method: 'POST', json: body })
  expect(started.status).toBe(201)
  const id = numberIn(started.body, 'id')
  await until(async () =>
    (await arena.request(`/api/v1/matches/${id}`)).body['status'] === 'over' ? true : undefined,
  )
  return id
}

test('matches of the ladder are summed up in a line, and listed when they are asked for', async () => {
  expect(await run('matches --ladder')).toMatch(/^No matches of the ladder yet: /)
  const trial = await play('matches', {
    challenge: 'longest-group',
    players: [`bot:${bot}`, 'house:random'],
  })
  const rated = await play('challenges/longest-group/ladder/matches', { bot })
  const all = await run('matches')
  expect(all).toMatch(new RegExp(`^ +${trial}  longest-group  Ann · crusher v1  house:random`, 'm'))
  expect(all).not.toMatch(new RegExp(`^ +${rated} `, 'm'))
  expect(all).toMatch(
    new RegExp(
      `^The ladder called you to 1 match since match ${rated}: won [01], .*--ladder lists them$`,
      'm',
    ),
  )
  const called = await run('matches --ladder --bot crusher')
  expect(called).toMatch(new RegExp(`^ +${rated}  longest-group  Ann · crusher v1`, 'm'))
  expect(called).not.toMatch(new RegExp(`^ +${trial} `, 'm'))
  expect(await json('matches')).toMatchObject({
    matches: [{ id: trial }],
    ladder: { matches: 1, since: rated },
  })
  expect(await run(`logs ${rated}`)).toMatch(new RegExp(`^Match ${rated} of the ladder, Longest Group: `))
})

test('a bot is enrolled, shown with its versions, and taken out', async () => {
  expect(await run('ladder longest-group --enrol crusher')).toBe(
    'crusher is enrolled: the ladder calls version 1 to matches',
  )
  expect(await run('ladder longest-group')).toMatch(/^ +\d+ {2}Ann · crusher v1 .* yes$/m)
  expect(await json('ladder longest-group')).toMatchObject({
    season: { number: 1 },
    freeze: null,
    rows: expect.arrayContaining([expect.objectContaining({ enrolled: true })]) as unknown,
  })
  expect(await run('ladder --bot crusher')).toMatch(
    /^Ann · crusher in the ladder of longest-group: enrolled\n.*\n +1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC +\d+ /,
  )
  expect(await json('ladder --bot crusher')).toMatchObject({ bot: { id: bot }, versions: [{ version: 1 }] })
  // The only bot of the team need not be named.
  expect(await json('ladder --leave')).toMatchObject({ bot: { id: bot }, enrolled: false })
})

test.each([
  ['ladder quoridor --enrol crusher', 'crusher is not in the ladder of quoridor: it plays longest-group'],
  ['ladder --enrol crushr', 'Your team has no bot "crushr": did you mean crusher?'],
  ['ladder --enrol --leave', 'Cannot use --enrol and --leave together: choose one'],
  [
    'ladder longest-group --season x',
    'Cannot set --season to "x": expected a whole number from 1 to 1000000',
  ],
  ['ladder longest-group --season 9', 'There is no season 9 of the ladder of longest-group'],
  ['ladder chess', 'There is no challenge "chess"'],
])('%s is refused in one sentence', async (words, sentence) => {
  await expect(run(words)).rejects.toThrow(sentence)
})

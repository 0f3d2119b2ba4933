import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../src/base/result.ts'
import type { Challenge } from '../src/challenges/challenge.ts'
import { CHALLENGES, findChallenge } from '../src/challenges/index.ts'
import { firstSteps } from '../src/cli/new-bot.ts'
import { readKits, type Kit } from '../src/wires/kits.ts'
import { examine } from '../src/doctor/examine.ts'
import type { Patient } from '../src/doctor/observation.ts'
import type { Pair, Seat } from '../src/game/game.ts'
import { makeSpec, type MatchEvent, type RoundResult } from '../src/match/match.ts'
import { beginRecord, endRecord, writeEvent } from '../src/match/record.ts'
import { connectBrain } from '../src/protocols/in-process/connect-brain.ts'
import type { Contestant } from '../src/protocols/protocol.ts'
import { findDialect } from '../src/wires/dialects.ts'
import { parseLine } from '../src/protocols/stdio/transcript.ts'
import { playMatch } from '../src/runner/play-match.ts'
import { programContestant } from '../src/runner/program-contestant.ts'

const root = resolve(import.meta.dirname, '..')
// Kits for the network have other tests: kits-arena.test.ts and guile/guile.test.ts.
const kits = readKits().filter(({ wire }) => wire !== 'sse' && wire !== 'torus')
const seats: readonly Seat[] = [0, 1]

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-kits-'))
})
afterAll(() => rmSync(home, { recursive: true }))

test('all the kits are here', () => {
  expect(kits.map(nameOf)).toEqual([
    'json/python',
    'json/typescript',
    'light-cycle/c',
    'light-cycle/cpp',
    'light-cycle/go',
    'light-cycle/java',
    'light-cycle/javascript',
    'light-cycle/python',
    'light-cycle/rust',
    'longest-group/cpp',
    'longest-group/csharp',
    'longest-group/java',
    'longest-group/javascript',
    'longest-group/python',
  ])
})

describe.each(kits.map((kit) => [nameOf(kit), kit] as const))('the kit %s', (name, kit) => {
  const folder = (): string => join(home, name)
  const { wire } = kit

  test('is a source file, seven lines to read and kit.json, and they agree', () => {
    expect(readdirSync(kit.folder).sort()).toEqual([kit.edit, 'README.md', 'kit.json'].sort())
    expect(basename(kit.folder)).toBe(kit.language)
    const readme = readFileSync(join(kit.folder, 'README.md'), 'utf8')
    expect(readme.trimEnd().split('\n')).toHaveLength(7)
    for (const command of [...kit.build, kit.run]) expect(readme).toContain(`\`${command.join(' ')}\``)
    expect(readme).toContain(`\`${firstSteps(kit, findChallenge(CHALLENGE_OF[wire] ?? '')!)[0]}\``)
    const pages = [...readme.matchAll(/http:\/\/ARENA\/help\/([\w/-]+)/g)].map(([, page = '']) => page)
    expect(pages).not.toEqual([])
    for (const page of pages) expect(existsSync(join(root, 'docs', `${page}.md`)), page).toBe(true)
    expect(readFileSync(join(kit.folder, kit.edit), 'utf8')).toContain('YOUR IDEAS GO HERE')
  })

  test('is built without a word', async () => {
    needTools(kit)
    cpSync(kit.folder, folder(), { recursive: true })
    for (const [program = '', ...args] of kit.build) {
      const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: folder() })
      expect(stdout + stderr).toBe('')
    }
  })

  test('plays a whole round against itself with nothing but words of the wire; each seat has chance of its own, and the same seed repeats the record', async () => {
    needTools(kit)
    const said: Pair<string[]> = [[], []]
    const { record, rounds } = await play(kit, [
      contestantOf(kit, folder(), (line) => said[0].push(line)),
      contestantOf(kit, folder(), (line) => said[1].push(line)),
    ])
    expect(rounds.map(({ end }) => end.kind)).toEqual(['played'])
    const [first, second] = said.map(ownLines)
    for (const lines of [first, second]) {
      expect(lines?.length).toBeGreaterThan(1)
      for (const line of lines ?? []) expect(line).toMatch(WORDS[wire] ?? /never/)
    }
    expect(said.flat().filter((line) => line.startsWith('!'))).toEqual([])
    // Two copies with the same chance would mirror each other where both move at once.
    expect(first).not.toEqual(second)
    const again = await play(kit, [contestantOf(kit, folder()), contestantOf(kit, folder())])
    expect(again.record).toBe(record)
  })

  test('the doctor finds nothing wrong with it', async () => {
    needTools(kit)
    const challenge = CHALLENGES.find(({ id }) => id === CHALLENGE_OF[wire])
    const dialect = findDialect(wire)
    const [program = '', ...args] = kit.run
    if (challenge === undefined || dialect === undefined) throw new Error(`${name} has no challenge`)
    const patient: Patient = {
      kind: 'program',
      name,
      bot: kit.run.join(' '),
      dialect,
      process: { argv: [program, ...args], cwd: folder() },
    }
    const { checks, conforms } = must(await examine(patient, unhurried(challenge)))
    expect(checks.filter(({ findings }) => findings.length > 0)).toEqual([])
    expect(conforms).toBe(true)
  })

  test.each(CONVERSATIONS[wire] ?? [])('ends quietly when the host goes after %j', (input, output) => {
    needTools(kit)
    const [program = '', ...args] = kit.run
    const ended = spawnSync(program, args, { cwd: folder(), input, encoding: 'utf8' })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(ended.stdout).toMatch(output)
  })
})

const riders = kits
  .filter(({ wire }) => wire === 'light-cycle')
  .flatMap((kit) => seats.map((seat) => ({ kit, seat })))

test.each(riders)(
  'the kit light-cycle/$kit.language outlives a cycle that drives straight on, in seat $seat',
  async ({ kit, seat }) => {
    needTools(kit)
    const straight: Contestant = {
      name: 'straight',
      connect: (opening) => connectBrain({ name: 'straight', move: () => 'forward' }, opening),
    }
    const bot = contestantOf(kit, join(home, nameOf(kit)))
    const { rounds } = await play(kit, seat === 0 ? [bot, straight] : [straight, bot])
    expect(rounds.map(({ winner }) => winner)).toEqual([seat])
  },
)

test('docs/kits.md names every kit', () => {
  const page = readFileSync(join(root, 'docs/kits.md'), 'utf8')
  for (const kit of readKits()) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${kit.wire}\``))
    expect(row, nameOf(kit)).toContain(` ${kit.title}`)
  }
})

/** The challenges in which a kit plays. */
const CHALLENGE_OF: Readonly<Record<string, string>> = {
  json: 'tic-tac-toe',
  'light-cycle': 'light-cycle',
  'longest-group': 'longest-group',
}

const WORDS: Readonly<Record<string, RegExp>> = {
  json: /^\{ ?"(ready": ?true|move": ?"[NSEWC]{1,2}")\}$/,
  'light-cycle': /^(ready|left|right|forward)$/,
  'longest-group': /^\d+ \d+$/,
}

const HELLO = '{"type":"hello","wire":1,"game":"tic-tac-toe","seat":0,"seed":7,"view":{},"later":[]}\n'
const TURN = '{"type":"turn","turn":1,"view":{},"legal":["NE"],"timeLeft":null}\n'
const CHEATED = '{"type":"turn","turn":2,"view":{},"legal":[],"timeLeft":9,"cheated":"NW"}\n'
const NEWS = '{"type":"played","moves":["NE",null]}\n{"type":"something-new"}\n'

/** What the host sends before it closes, and what the bot has sent by then. */
const CONVERSATIONS: Readonly<Record<string, readonly (readonly [string, RegExp])[]>> = {
  json: [
    ['', /^$/],
    [HELLO + TURN + NEWS + CHEATED, /^\{"ready": ?true\}\n\{"move": ?"NE"\}\n\{"flip": ?true\}\n$/],
  ],
  'light-cycle': [
    ['', /^ready\n$/],
    ['10\n', /^ready\nready\n$/],
    ['10\ns,0,0,n,9,9\ns,0,9,n,9,0\n', /^ready\nready\n(forward|left)\nready\nleft\nready\n$/],
  ],
  'longest-group': [
    ['', /^$/],
    ['0\n', /^\d+ \d+\n$/],
    ['1\n', /^$/],
    ['1\n3 4\n', /^\d+ \d+\n$/],
  ],
}

/** Long, because a busy machine starts bots slowly. */
const unhurried = (challenge: Challenge): Challenge => ({
  ...challenge,
  rules: { ...challenge.rules, clock: { kind: 'per-move', ms: 60_000 }, startUpMs: 60_000 },
})

function contestantOf(kit: Kit, folder: string, onTranscript: (line: string) => void = () => {}): Contestant {
  const dialect = findDialect(kit.wire)
  const [program, ...args] = kit.run
  if (dialect === undefined || program === undefined) throw new Error(`${nameOf(kit)} is no program`)
  return programContestant({
    name: 'kit',
    bot: kit.run.join(' '),
    process: { argv: [program, ...args], cwd: folder },
    dialect,
    onErrors: (text) => expect.soft(text).toBe(''),
    onTranscript,
  })
}

/** The lines that a program wrote. Bytes may come in any pieces; the host reads no more than it needs. */
function ownLines(transcript: readonly string[]): readonly string[] {
  const own = transcript.map(parseLine).filter((line) => line?.side === '<')
  return own
    .map((line) => line?.text)
    .join('')
    .split('\n')
    .slice(0, -1)
}

interface Played {
  readonly rounds: readonly RoundResult[]
  /** Without times. */
  readonly record: string
}

async function play(kit: Kit, contestants: Pair<Contestant>): Promise<Played> {
  const challenge = findChallenge(CHALLENGE_OF[kit.wire] ?? '')
  if (challenge === undefined) throw new Error(`${nameOf(kit)} has no challenge to be tried in`)
  const { rules } = unhurried(challenge)
  const spec = must(makeSpec(challenge.game, challenge.game.presets[challenge.preset] ?? {}, rules, 1))
  const players = [{ name: 'one' }, { name: 'other' }] as const
  let { writer, text } = beginRecord({ challenge: challenge.id, spec, players, times: false })
  const onEvent = (event: MatchEvent): void => {
    const written = writeEvent(writer, event)
    writer = written.writer
    text += written.text
  }
  const { ended } = await playMatch({ challenge: challenge.id, spec, contestants, onEvent })
  return { rounds: ended, record: text + endRecord(writer) }
}

/** A missing tool fails the test with a sentence that says what to install; it skips nothing. */
function needTools({ needs, debian }: Kit): void {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = needs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))))
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} cannot be found: apt-get install ${debian.join(' ')}`)
}

function nameOf({ wire, language }: Kit): string {
  return `${wire}/${language}`
}

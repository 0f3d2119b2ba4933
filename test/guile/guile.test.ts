import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { torusTron } from '../../src/challenges/torus-tron.ts'
import { firstSteps } from '../../src/cli/new-bot.ts'
import { readKits } from '../../src/wires/kits.ts'
import { must, ok } from '../../src/base/result.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { openTcpLobby, type TcpLobbyOptions } from '../../src/wires/torus-tcp/lobby.ts'
import { playRemoteTron, randomMoveBot } from '../../src/sdk/index.ts'

const run = promisify(execFile)

beforeAll(() => {
  if (spawnSync('guile', ['--version']).error)
    throw new Error('this test needs guile: apt-get install guile-3.0')
})

const drive = async (port: number, name: string): Promise<string> => {
  const env = { ...process.env, GUILE_AUTO_COMPILE: '0' }
  return (
    await run('guile', [join(import.meta.dirname, 'brain.scm'), String(port), name], { env })
  ).stdout.trim()
}

async function openLobby(ends: string[], fillAfter?: number, options: Partial<TcpLobbyOptions> = {}) {
  return must(
    await openTcpLobby({
      port: 0,
      seed: 1,
      ...options,
      ...(fillAfter !== undefined && { fillAfter }),
      onOver: (game, match) =>
        void ends.push(match.ended.map((round) => describeEnd(round, match.spec, game.names)).join()),
    }),
  )
}

test('two Scheme brains play each other', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends)
  const results = await Promise.all([
    drive(lobby.port, 'Alyssa P. Hacker'),
    drive(lobby.port, 'Ben Bitdiddle'),
  ])
  expect([
    ['loss', 'win'],
    ['draw', 'draw'],
  ]).toContainEqual(results.sort())
  await expect.poll(() => ends[0]).toMatch(/^(Alyssa P\. Hacker won|Ben Bitdiddle won|drawn) by /)
})

test('a Scheme brain plays a TypeScript brain', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends)
  const quiet = { write() {} }
  const [scheme, typescript] = await Promise.all([
    drive(lobby.port, 'Eva Lu Ator'),
    playRemoteTron({ port: lobby.port, brain: randomMoveBot, seed: 3, output: quiet }),
  ])
  expect(['win loss', 'loss win', 'draw draw']).toContain(`${scheme} ${typescript}`)
  await expect.poll(() => ends[0]).toMatch(/^(Eva Lu Ator won|Random Move Bot won|drawn) by /)
})

test('a Scheme brain that comes alone beats the house', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends, 0)
  expect(await drive(lobby.port, 'Louis Reasoner')).toBe('win')
  await expect.poll(() => ends[0]).toMatch(/^Louis Reasoner won by /)
})

describe('the kit in Guile', () => {
  const kit = readKits().find(({ wire }) => wire === 'torus')!
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-guile-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Runs the kit with a brain, locally or on a server. */
  async function play(brain: string, ...where: readonly string[]) {
    const env = { ...process.env, GUILE_AUTO_COMPILE: '0', LC_ALL: 'C.UTF-8' }
    const args = [join(kit.folder, 'tron.scm'), brain, ...where]
    return run('guile', args, { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    )
  }

  function save(name: string, text: string): string {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('is a brain, what it plays with, seven lines to read and kit.json, and they agree', () => {
    expect(readdirSync(kit.folder).sort()).toEqual(['README.md', 'brain.scm', 'kit.json', 'tron.scm'])
    const readme = readFileSync(join(kit.folder, 'README.md'), 'utf8')
    expect(readme.trimEnd().split('\n')).toHaveLength(7)
    for (const line of firstSteps(kit, torusTron)) expect(readme).toContain(`\`${line}\``)
    expect(readFileSync(join(kit.folder, kit.edit), 'utf8')).toContain('YOUR IDEAS GO HERE')
  })

  test('plays a game on a server', async () => {
    const ends: string[] = []
    await using lobby = await openLobby(ends, 0)
    const { stdout, stderr, code } = await play(join(kit.folder, kit.edit), '127.0.0.1', String(lobby.port))
    expect({ stdout, stderr, code }).toEqual({
      stdout: expect.stringMatching(/^Careful: (won|lost|drew)\n$/),
      stderr: '',
      code: 0,
    })
    await expect.poll(() => ends[0]).toMatch(/^(Careful won|\S+ won|drawn) by /)
  })

  test('sends the key of a team in place of its name, and says why a server refuses it', async () => {
    const key = `gg_0123456789ab_${'k'.repeat(43)}`
    const ends: string[] = []
    await using arena = await openLobby(ends, 0, { findTeam: () => ok({ person: 1001, name: 'The Team' }) })
    await using other = await openLobby([])
    vi.stubEnv('GAMEGRID_KEY', key)
    try {
      const brain = join(kit.folder, kit.edit)
      const played = await play(brain, '127.0.0.1', String(arena.port))
      expect(played).toMatchObject({ code: 0, stderr: '' })
      await expect.poll(() => ends[0]).toMatch(/^(The Team won|house:random won|drawn) by /)
      expect(await play(brain, '127.0.0.1', String(other.port))).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'Cannot play on this server: Cannot take a key here: this server knows no teams, send a name\n',
      })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  /** As the course's paper prints its example: brackets, the next state inside the call of play, a last parenthesis missing. */
  const AS_PRINTED = `
(define-tron-brain (wary-bot
                    ("Wary Bot" size orig-walls play ppos opos)
                    (walls orig-walls))
  (let ([seen (cons* ppos opos walls)])
    (define (open? m)
      (and (not (member (get-pos m ppos size) seen)) #t))
    (let ([ways (filter open? valid-moves)])
      (play
        (if (null? ways) 'n (list-ref ways (random (length ways))))
        seen)))
`

  test('plays with a brain as the course’s paper prints it, and remembers its state', async () => {
    const ends: string[] = []
    await using lobby = await openLobby(ends)
    const brain = save('printed.scm', AS_PRINTED)
    const results = await Promise.all([
      play(brain, '127.0.0.1', String(lobby.port)),
      play(brain, '127.0.0.1', String(lobby.port)),
    ])
    for (const { stdout, stderr } of results) expect(stdout + stderr).toMatch(/^Wary Bot: (won|lost|drew)\n$/)
    // A brain that forgot its trail would soon hit it; this one dies only where no move is safe.
    await expect.poll(() => ends[0]).toMatch(/^(Wary Bot\S* won|drawn) by /)
  })

  test('plays a game here, shown as the paper shows it', async () => {
    const brains = `
(define-tron-brain (ann ("Ann" size walls play ppos opos) (turns 0)) (play 'e) (add1 turns))
(define-tron-brain (bob ("Bob" size walls play ppos opos) (turns 0)) (play (if (= turns 0) 'w 'n)) (+ turns 1))
(play-tron '(5 . 4) (make-outer-walls '(5 . 4)) '(1 . 1) '(3 . 2) ann bob)`
    const { stdout, stderr } = await play(save('here.scm', brains))
    expect(stderr).toBe('')
    expect(stdout).toBe(
      [
        'Name1: Ann',
        'Name2: Bob',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '⌹ ⍋ ∘ ∘ ⌹ ',
        '⌹ ∘ ∘ ⍒ ⌹ ',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '⌹ ⌹ ⍋ ∘ ⌹ ',
        '⌹ ∘ ⍒ ⌹ ⌹ ',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '⌹ ⌹ ⍣ ⍋ ⌹ ',
        '⌹ ∘ ⌹ ⌹ ⌹ ',
        '⌹ ⌹ ⌹ ⌹ ⌹ ',
        '',
        'Ann (Player 1) has won!',
        '',
      ].join('\n'),
    )
  })

  test.each([
    [
      'a file that is not there',
      'none.scm',
      undefined,
      /^Cannot find \S+none\.scm: there is no such file\n$/,
    ],
    [
      'a file without a brain',
      'empty.scm',
      '(define x 1)',
      /^Cannot play with \S+: it has no define-tron-brain\n$/,
    ],
    ['a file that cannot be read', 'bad.scm', '(define x "', /^Cannot read \S+bad\.scm: .*end of input/],
    [
      'a server that is not there',
      'good.scm',
      AS_PRINTED,
      /^Cannot reach 127\.0\.0\.1:1: Connection refused\n$/,
    ],
  ])('says in one sentence what is wrong with %s', async (_, name, text, sentence) => {
    const file = text === undefined ? join(folder, name) : save(name, text)
    expect(await play(file, '127.0.0.1', '1')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    })
  })
})

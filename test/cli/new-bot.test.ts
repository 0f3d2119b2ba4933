import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { lightCycle } from '../../src/challenges/light-cycle.ts'
import { quoridor } from '../../src/challenges/quoridor.ts'
import { firstSteps, newBot } from '../../src/cli/new-bot.ts'
import { readKits } from '../../src/wires/kits.ts'
import { gamegrid } from './run.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-new-bot-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** The lines that the command printed. */
function make(challenge: string, language: string, dir: string, wire?: string): string {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    newBot(challenge, language, dir, wire)
    return print.mock.calls.join('\n')
  } finally {
    print.mockRestore()
  }
}

/** The kit that a folder was written from. */
function origin(dir: string): string {
  const { language } = JSON.parse(readFileSync(join(dir, 'kit.json'), 'utf8')) as { language: string }
  const kit = readKits().find(
    (one) =>
      readFileSync(join(one.folder, 'README.md'), 'utf8') === readFileSync(join(dir, 'README.md'), 'utf8'),
  )
  expect(kit?.language).toBe(language)
  return `${kit?.wire}/${kit?.language}`
}

describe('gamegrid new-bot', () => {
  test('writes a bot and says what to do next', () => {
    const dir = join(home, 'rider')
    expect(make('light-cycle', 'rust', dir)).toBe(
      [
        `Wrote a Rust bot for light-cycle: make it better in ${dir}/bot.rs\n`,
        `  cd ${dir}`,
        '  rustc --edition 2021 -O -o bot bot.rs',
        '  npx gamegrid play light-cycle ./bot house:random --watch',
      ].join('\n'),
    )
    expect(readdirSync(dir).sort()).toEqual(['AGENTS.md', 'README.md', 'bot.rs', 'gamegrid.json', 'kit.json'])
  })

  test.each([
    ['longest-group', 'c++', 'longest-group/cpp'],
    ['longest-group', 'C#', 'longest-group/csharp'],
    ['longest-group', 'csharp', 'longest-group/csharp'],
    ['light-cycle', 'c', 'light-cycle/c'],
    ['light-cycle', 'js', 'light-cycle/javascript'],
    ['light-cycle', 'py', 'light-cycle/python'],
    ['light-cycle', 'ts', 'json/typescript'],
    ['quoridor', 'Python', 'sse/python'],
    ['tic-tac-toe', 'ts', 'sse/typescript'],
    ['boost-tron', 'TypeScript', 'json/typescript'],
    ['torus-tron', 'scheme', 'torus/guile'],
    ['torus-tron', 'python', 'json/python'],
  ])('%s in %s comes from the kit %s', (challenge, language, kit) => {
    const dir = join(home, 'some', `${challenge}-${language.replaceAll(/\W/g, '_')}`)
    make(challenge, language, dir)
    expect(origin(dir)).toBe(kit)
  })

  test('writes a team for the arena, and says how it comes to its first battle', () => {
    const dir = join(home, 'team')
    expect(make('quoridor', 'python', dir)).toBe(
      [
        `Wrote a Python bot for quoridor: make it better in ${dir}/team.py\n`,
        `  cd ${dir}`,
        '  npx gamegrid serve',
        '  python3 team.py --port 8001 --arena http://127.0.0.1:8080',
        '  curl -d teamUrl=http://127.0.0.1:8001 -d caseType=BASE_AI_FIRST http://127.0.0.1:8080/quoridor/practice',
      ].join('\n'),
    )
    expect(readdirSync(dir).sort()).toEqual(['AGENTS.md', 'README.md', 'kit.json', 'team.py'])
  })

  test('writes a Scheme brain with the file that connects it, and says how it comes to its first game', () => {
    const dir = join(home, 'scheme')
    expect(make('torus-tron', 'guile', dir)).toBe(
      [
        `Wrote a Guile Scheme bot for torus-tron: make it better in ${dir}/brain.scm\n`,
        `  cd ${dir}`,
        '  npx gamegrid serve --fill-after 1',
        '  guile tron.scm brain.scm 127.0.0.1 4011',
      ].join('\n'),
    )
    expect(readdirSync(dir).sort()).toEqual(['AGENTS.md', 'README.md', 'brain.scm', 'kit.json', 'tron.scm'])
  })

  test('writes a program for the arena’s games if it is told to', () => {
    const dir = join(home, 'program')
    expect(make('quoridor', 'python', dir, 'json')).toContain(
      '  npx gamegrid play quoridor "python3 bot.py" house:random --watch',
    )
    expect(origin(dir)).toBe('json/python')
    expect(() => make('quoridor', 'python', join(home, 'x'), 'stdio')).toThrow(
      'Cannot make a bot for quoridor on the wire "stdio": expected sse or json',
    )
  })

  test('every challenge has a bot in Python and TypeScript', () => {
    for (const { id } of CHALLENGES)
      for (const language of ['python', 'typescript'])
        expect(() => make(id, language, join(home, `${id}-${language}`))).not.toThrow()
  })

  test('a client that an arena served leads back to it', () => {
    const kits = readKits()
    const steps = (wire: string, language: string) =>
      firstSteps(
        kits.find((kit) => kit.wire === wire && kit.language === language)!,
        wire === 'sse' ? quoridor : lightCycle,
        'http://arena.example.org',
      )
    expect(steps('light-cycle', 'python')).toEqual([
      'npx http://arena.example.org/gamegrid.tgz play light-cycle "python3 bot.py" house:random --watch',
      'npx http://arena.example.org/gamegrid.tgz login',
      'npx http://arena.example.org/gamegrid.tgz upload',
    ])
    expect(steps('sse', 'python')).toEqual([
      'python3 team.py --port 8001 --arena http://arena.example.org',
      'curl -d teamUrl=http://127.0.0.1:8001 -d caseType=BASE_AI_FIRST http://arena.example.org/quoridor/practice',
    ])
  })

  test('a bot on the universal wire says so only where the challenge has its own', () => {
    const kit = readKits().find(({ wire, language }) => wire === 'json' && language === 'python')!
    expect(firstSteps(kit, quoridor)).toEqual([
      'npx gamegrid play quoridor "python3 bot.py" house:random --watch',
    ])
    expect(firstSteps(kit, lightCycle)[0]).toContain(' house:random --wire json --watch')
  })

  test('an empty folder will do, and a name with a space is quoted', () => {
    const dir = join(home, 'my bot')
    mkdirSync(dir)
    expect(make('light-cycle', 'python', dir)).toContain(`  cd "${dir}"\n  npx`)
  })

  test('nothing is overwritten', () => {
    const dir = join(home, 'full')
    mkdirSync(dir)
    writeFileSync(join(dir, 'bot.py'), 'mine')
    expect(() => make('light-cycle', 'python', dir)).toThrow(
      `Cannot write a bot to ${JSON.stringify(dir)}: the folder is not empty`,
    )
    expect(readdirSync(dir)).toEqual(['bot.py'])
    expect(readFileSync(join(dir, 'bot.py'), 'utf8')).toBe('mine')
  })

  test.each([
    ['lightcycle', 'python', 'a', 'Cannot find challenge "lightcycle": did you mean light-cycle?'],
    ['light-cycle', 'pyhton', 'a', 'Cannot make a bot in "pyhton": did you mean python?'],
    ['tic-tac-toe', 'cobol', 'a', 'Cannot make a bot in "cobol": expected one of python, typescript'],
    [
      'light-cycle',
      'c#',
      'a',
      'Cannot make a bot in "c#" for light-cycle: expected one of c, cpp, go, java, javascript, python, rust, typescript',
    ],
    ['light-cycle', 'python', '', 'Cannot write a bot to "": expected the name of a folder'],
  ])('%s %s %j is one sentence', (challenge, language, dir, sentence) => {
    expect(() => make(challenge, language, dir)).toThrow(
      expect.objectContaining({ message: sentence, exitCode: 2 }),
    )
  })

  test.each(['file', 'file/below'])('a folder cannot be made of a %s', (name) => {
    writeFileSync(join(home, 'file'), '')
    const dir = join(home, name)
    expect(() => make('light-cycle', 'python', dir)).toThrow(
      `Cannot write a bot to ${JSON.stringify(dir)}: there is a file of that name`,
    )
  })
})

describe('what it prints', () => {
  test.each([
    ['longest-group', 'javascript'],
    ['light-cycle', 'typescript'],
    ['boost-tron', 'python'],
  ])('the play line of %s in %s works as it is', async (challenge, language) => {
    const dir = join(home, 'played', `${challenge}-${language}`)
    const line = make(challenge, language, dir).split('\n').at(-1) ?? ''
    const [, words = ''] = /^ {2}npx gamegrid (.*) --watch$/.exec(line) ?? []
    const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    // Under npm, as under npx, gamegrid's own Node comes first in the PATH.
    const { code, out, err } = await gamegrid(args, { cwd: dir })
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(out).not.toMatch(/crashed|illegal|unreadable|without an answer|out of time/)
  })
})

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listIn, numberIn, openTestArena, type TestArena, type TestPlayer } from '../server/arena.fixture.ts'
import { buildWeb, type ShippedWeb } from '../web/shipped.ts'
import { newContestant, type Contestant, type Said } from './contestant.fixture.ts'
import { root } from './run.ts'

interface Workflow {
  readonly jobs: {
    readonly bot: {
      readonly env: Readonly<Record<string, string>>
      readonly steps: readonly { readonly name?: string; readonly run?: string }[]
    }
  }
}

/** The steps of the example run as GitHub runs them: each in a shell that stops at the first error. */
const { env, steps } = (parse(readFileSync(join(root, 'docs/examples/gamegrid-bot.yml'), 'utf8')) as Workflow)
  .jobs.bot

let web: ShippedWeb
let arena: TestArena
let team: TestPlayer
let machine: Contestant

beforeAll(async () => {
  web = await buildWeb()
  arena = await openTestArena({ webFolder: web.folder })
  team = await arena.register('Ann')
  machine = newContestant()
  const git = join(machine.home, 'work/bot')
  mkdirSync(git, { recursive: true })
  for (const name of ['bot.py', 'README.md'])
    cpSync(join(root, 'src/wires/light-cycle/kit/python', name), join(git, name))
  const committed = await machine.run(
    'git init -q -b main && git add . && git commit -qm "first" && git tag v1',
    { cwd: git, env: AUTHOR },
  )
  expect(committed).toEqual({ code: 0, out: '', err: '' })
})

afterAll(async () => {
  machine?.[Symbol.dispose]()
  await arena?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
}

interface Step extends Said {
  readonly name: string
}

const NPX = 'npx --yes "$GAMEGRID_URL/gamegrid.tgz"'

const asWritten = (script: string): string => script

/** The same steps with the client that npx has installed in an earlier run. */
function withInstalled(script: string): string {
  const told = script.replaceAll(NPX, machine.installed)
  expect(told).not.toContain('npx ')
  return told
}

/** Runs the steps until one fails. */
async function runSteps(edit: (script: string) => string): Promise<readonly Step[]> {
  const cwd = join(machine.home, 'work/bot')
  const secrets = { GAMEGRID_URL: arena.url, GAMEGRID_KEY: team.key }
  // GitHub gives each run a new machine.
  await machine.run('rm -rf ../last-release && git worktree prune', { cwd })
  const done: Step[] = []
  for (const { name = '', run } of steps) {
    if (run === undefined) continue
    const script = join(machine.home, 'step.sh')
    writeFileSync(script, edit(run))
    done.push({ name, ...(await machine.run(`bash -e "${script}"`, { cwd, env: { ...env, ...secrets } })) })
    if (done.at(-1)?.code !== 0) break
  }
  return done
}

const summary = (done: readonly Step[]): readonly (readonly [string, number])[] =>
  done.map(({ name, code }) => [name, code])

const LONG = 300_000

test(
  'a bot that is as good as its last release is built, examined, tested and uploaded',
  async () => {
    const done = await runSteps(asWritten)
    expect(summary(done), done.map(({ out, err }) => out + err).join('\n')).toEqual([
      ['Build', 0],
      ['Examine how it speaks', 0],
      ['Test it against the last release', 0],
      ['Upload', 0],
    ])
    expect(done[2]?.out).toContain(
      'H1 is accepted: new is equally strong rather than weaker by about 200 points',
    )
    const { body } = await team.request('/api/v1/bots')
    const bots = listIn(body, 'bots')
    expect(bots).toMatchObject([{ name: 'bot', challenge: 'light-cycle', plays: 1 }])
    expect(done[3]?.out).toContain('bot is enrolled: the ladder calls version 1 to matches\n')
    // The other tests need the machine.
    const enrolment = `/api/v1/challenges/light-cycle/ladder/bots/${numberIn(bots[0] ?? {}, 'id')}`
    expect((await team.request(enrolment, { method: 'DELETE' })).body).toMatchObject({ enrolled: false })
  },
  LONG,
)

test(
  'a bot that is weaker than its last release is not uploaded',
  async () => {
    const source = join(machine.home, 'work/bot/bot.py')
    // Any move: a bot that always plays the same game would give the test copies of one game.
    const weaker = readFileSync(source, 'utf8').replace(
      /return max\(QUARTERS.*$/m,
      'return chance.choice(list(QUARTERS))',
    )
    writeFileSync(source, weaker)
    const done = await runSteps(withInstalled)
    expect(summary(done), done.map(({ out, err }) => out + err).join('\n')).toEqual([
      ['Build', 0],
      ['Examine how it speaks', 0],
      ['Test it against the last release', 1],
    ])
    expect(done[2]?.err).toContain('gamegrid: new is not good enough against old')
    const { body } = await team.request('/api/v1/bots')
    expect(listIn(body, 'bots')).toMatchObject([{ plays: 1 }])
  },
  LONG,
)

test(
  'a bot that does not speak as it should fails the examination',
  async () => {
    const source = join(machine.home, 'work/bot/bot.py')
    writeFileSync(source, 'print("hello")\n')
    expect(summary(await runSteps(withInstalled))).toEqual([
      ['Build', 0],
      ['Examine how it speaks', 1],
    ])
  },
  LONG,
)

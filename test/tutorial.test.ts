import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'
import { newcomer, root } from './newcomer.fixture.ts'

interface Step {
  readonly title: string
  readonly save?: string
  readonly command?: string
}

/** Commands and files of the tutorial, in the order of the page. The part without a clone is run by package.test.ts. */
const steps: readonly Step[] = [
  ...readFileSync(join(root, 'docs/brains/tutorial.md'), 'utf8').matchAll(/^```(sh|ts)\n([^]*?)^```$/gm),
].flatMap(([, language, block = '']): Step[] =>
  language === 'ts'
    ? [{ title: `save ${block.match(/name: '(.*)'/)?.[1] ?? '?'}`, save: block }]
    : block
        .trimEnd()
        .split('\n')
        .map((command) => ({ title: command, command })),
)

const person = newcomer()
const ports = new Map<string, number>()
beforeAll(async () => {
  for (const port of ['8080', '4011']) ports.set(port, await quietPort())
})
afterAll(() => person[Symbol.asyncDispose]())

/** The output that the page promises for a command. */
const PROMISED: readonly (readonly [RegExp, RegExp])[] = [
  [/^npx gamegrid connect/, /^Roomy: (won|drew|lost)$/m],
  [/^npx gamegrid play/, /won|drawn/],
]

test('the tutorial has a first line and a last', () => {
  expect(steps[0]?.title).toBe('mkdir my-brain')
  expect(steps.at(-1)?.title).toMatch(/^npx gamegrid connect/)
})

test.each(steps)('$title', async ({ save, command = '' }) => {
  if (save !== undefined) return writeFileSync(join(person.home, 'my-brain/brain.ts'), save)
  const moved = [...ports].reduce((words, [port, free]) => words.replaceAll(port, String(free)), command)
  if (moved.endsWith('&')) return expect(await person.start(moved).said).toContain('Torus Tron on')
  const { code, out } = await person.run(moved)
  expect(code, out).toBe(0)
  for (const [asked, answer] of PROMISED) if (asked.test(moved)) expect(out).toMatch(answer)
})

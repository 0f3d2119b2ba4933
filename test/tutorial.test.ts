import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'
import { newcomer, root } from './newcomer.fixture.ts'

/** Commands and files of the tutorial, in the order of the page. What needs no clone is run by package.test.ts. */
const steps = [
  ...readFileSync(join(root, 'docs/brains/tutorial.md'), 'utf8').matchAll(/^```(sh|ts)\n([^]*?)^```$/gm),
].flatMap(([, language, block = '']) =>
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

/** What the page promises after a command. */
const PROMISED: readonly (readonly [RegExp, RegExp])[] = [
  [/^npx gamegrid connect/, /^Roomy: (won|drew|lost)$/m],
  [/^npx gamegrid play/, /won|drawn/],
]

test('the tutorial has a first line and a last', () => {
  expect(steps[0]?.title).toBe('mkdir my-brain')
  expect(steps.at(-1)?.title).toMatch(/^npx gamegrid connect/)
})

test.each(steps)('$title', async (step) => {
  if ('save' in step) return writeFileSync(join(person.home, 'my-brain/brain.ts'), step.save)
  const command = [...ports].reduce(
    (moved, [port, free]) => moved.replaceAll(port, String(free)),
    step.command,
  )
  if (command.endsWith('&')) return expect(await person.start(command).said).toContain('Torus Tron on')
  const { code, out } = await person.run(command)
  expect(code, out).toBe(0)
  for (const [asked, answer] of PROMISED) if (asked.test(command)) expect(out).toMatch(answer)
})

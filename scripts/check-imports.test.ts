import { expect, test } from 'vitest'
import {
  checkImports,
  checkPurity,
  checkWebImports,
  findCircles,
  importsOf,
  readTable,
} from './check-imports.ts'

const rules = readTable(`
| folder | may import | packages | what |
| --- | --- | --- | --- |
| \`base\` | nothing | \`pure-rand\` | ground |
| \`games/*\` | \`base\` | none | games |
| \`cli\` | everything | any | top |
| \`web\` | \`games\`, types of \`base\` | any | beside src |
`)

const ONLY_TYPES = ['web may import only types of base']

test.each([
  ['games/chess/rules.ts', "import { a } from '../../base/a.ts'", []],
  ['games/chess/rules.ts', "import { a } from './b.ts'", []],
  ['games/index.ts', "import { a } from './chess/index.ts'", []],
  ['base/rng.ts', "import { x } from 'pure-rand/generator/y'", []],
  ['cli/main.ts', "await import('../games/chess/rules.ts')", []],
  ['base/a.ts', "import { g } from '../games/chess/rules.ts'", ['base may not import games']],
  ['base/a.ts', "export * from '../games/chess/rules.ts'", ['base may not import games']],
  ['base/a.ts', "const x = await import('../cli/main.ts')", ['base may not import cli']],
  ['base/a.ts', "import 'node:fs'", ['base may not import that package']],
  ['games/chess/rules.ts', "import x from 'lodash'", ['games may not import that package']],
  ['games/chess/rules.ts', "import { g } from '../go/rules.ts'", ['games/chess and games/go are kept apart']],
  ['web/src/a.ts', "import { g } from '../../src/games/chess/rules.ts'", []],
  ['web/src/page/a.tsx', "import { b } from '../b.ts'", []],
  ['web/src/a.ts', "import { g } from '../../src/cli/main.ts'", ['web may not import cli']],
  ['web/src/a.ts', "import { t } from '../../test/t.ts'", ['web may not import test']],
  ['web/src/a.ts', "import type { A } from '../../src/base/a.ts'", []],
  ['web/src/a.ts', "import type {\n  A,\n  B,\n} from '../../src/base/a.ts'", []],
  ['web/src/a.ts', "import type * as a from '../../src/base/a.ts'", []],
  ['web/src/a.ts', "export type { A } from '../../src/base/a.ts'", []],
  ['web/src/a.ts', "import { a } from '../../src/base/a.ts'", ONLY_TYPES],
  ['web/src/a.ts', "import { type A } from '../../src/base/a.ts'", ONLY_TYPES],
  ['web/src/a.ts', "import type from '../../src/base/a.ts'", ONLY_TYPES],
  ['web/src/a.ts', "export type B = 1\nimport { a } from '../../src/base/a.ts'", ONLY_TYPES],
  ['web/src/a.ts', "await import('../../src/base/a.ts')", ONLY_TYPES],
  ['web/src/a.ts', "import type { A } from '../../src/cli/main.ts'", ['web may not import cli']],
  ['attic/a.ts', "import './b.ts'", ['the folder attic is not in the table']],
])('%s with %s', (file, text, problems) => {
  const found = checkImports(rules, new Map([[file, text]]))
  expect(found).toHaveLength(problems.length)
  problems.forEach((problem, index) => expect(found[index]).toContain(problem))
})

const webRules = readTable(
  `
| \`base\` | nothing | none | not a folder of web |
| \`web/parts\` | nothing | any | shared |
| \`web/pages/*\` | \`parts\` | any | pages |
`,
  'web/',
)

test.each([
  ['app.tsx', "import './pages/lobby/a.tsx'", []],
  ['pages/lobby/a.tsx', "import '../../parts/b.tsx'", []],
  ['pages/lobby/a.tsx', "import './b.tsx'", []],
  ['pages/lobby/a.tsx', "import '../../../../src/base/b.ts'", []],
  ['pages/lobby/a.tsx', "import '../team/b.tsx'", ['pages/lobby and pages/team are kept apart']],
  ['parts/a.tsx', "import '../pages/team/b.tsx'", ['parts may not import pages']],
  ['base/a.tsx', "import '../parts/b.tsx'", ['the folder base is not in the table']],
])('inside web, %s with %s', (file, text, problems) => {
  const found = checkWebImports(webRules, new Map([[file, text]]))
  expect(found).toHaveLength(problems.length)
  problems.forEach((problem, index) => expect(found[index]).toContain(problem))
})

test('finds imports over several lines and ignores what only looks like one', () => {
  expect(
    importsOf("import {\n  a,\n  b,\n} from './x.ts'\nconst s = 'from here'\n// see import('y')"),
  ).toEqual([
    { target: './x.ts', isType: false },
    { target: 'y', isType: false },
  ])
})

test('finds time and chance in pure folders, outside comments', () => {
  const files = new Map([
    ['base/a.ts', 'const t = Date.now()'],
    ['base/b.ts', '// Date.now() is forbidden'],
    ['cli/c.ts', 'Math.random()'],
  ])
  expect(checkPurity(rules, files)).toEqual(['base/a.ts uses Date.now: base is pure'])
})

test('finds a circle of files, through types and across src and web, and names its files', () => {
  const files = new Map([
    ['base/a.ts', "import type { B } from './b.ts'"],
    ['base/b.ts', "import { c } from '../game/c.ts'"],
    ['game/c.ts', "import { a } from '../base/a.ts'\nimport { d } from './d.ts'"],
    ['game/d.ts', ''],
    ['web/src/page.ts', "import { c } from '../../src/game/c.ts'\nimport { b } from './button.ts'"],
    ['web/src/button.ts', "import { p } from './page.ts'"],
  ])
  expect(findCircles(files)).toEqual([
    'a circle of files: base/a.ts → base/b.ts → game/c.ts → base/a.ts',
    'a circle of files: web/src/page.ts → web/src/button.ts → web/src/page.ts',
  ])
})

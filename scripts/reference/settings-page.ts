import type { Challenge } from '../../src/challenges/challenge.ts'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { describeClock } from '../../src/match/clock.ts'
import { NOTICE, table } from './table.ts'

/** Every setting of every challenge, from the descriptions by which the games themselves read settings. */
export const settingsPage = (): string => `# Settings of every challenge

${NOTICE}

A setting varies the game of a challenge. You give it

- on the command line: \`gamegrid play light-cycle house:random house:first --set width=20\`, or \`--size 20\` for the board;
- over HTTP: \`"settings": {"width": 20}\` in \`askForGame\`, \`startMatch\` and \`makeTournament\`;
- in a [tournament file](../tournaments.md): \`settings: { width: 20 }\`.

A number is a number everywhere: gamegrid turns \`"20"\` into \`20\` before it stores or sends it. A setting that you leave out has the
value of the challenge. \`GET /api/v1/challenges/ID\` has the same table as data.

${CHALLENGES.map(sectionOf).join('\n\n')}
`

function sectionOf({ id, title, game, preset, rules }: Challenge): string {
  const values = game.presets[preset] ?? {}
  const rows = Object.entries(game.settings).map(([name, { title: what, expects, form }]) => [
    code(name),
    TYPES[form?.kind ?? 'text'],
    what,
    expects,
    shown(values[name]),
  ])
  return [
    `## ${title}`,
    `\`${id}\` plays [${game.title}](../rules/${game.id}.md): ${describeClock(rules.clock)}, best of ${rules.bestOf}.`,
    table(['setting', 'type', 'is', 'accepts', 'default'], rows),
  ].join('\n\n')
}

const TYPES = {
  number: 'number',
  choice: 'word',
  flag: 'yes or no',
  list: 'list of words',
  text: 'text or list',
} as const

const code = (text: string): string => `\`${text}\``

function shown(value: unknown): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return code(value.join(' '))
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}

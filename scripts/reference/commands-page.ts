import type { Argument, Command, Option } from 'commander'
import { addContestantCommands } from '../../src/cli/contestant-commands.ts'
import { addHostCommands } from '../../src/cli/host-commands.ts'
import { newProgram } from '../../src/cli/run-program.ts'
import { NOTICE, table } from './table.ts'

/** Every command with its arguments and options, from what the commands declare for `--help`. */
export function commandsPage(): string {
  const [contestants, hosts] = [newProgram(''), newProgram('')]
  addContestantCommands(contestants)
  addHostCommands(hosts)
  return `# Every command and option

${NOTICE}

\`gamegrid COMMAND --help\` prints the same. In a clone the command is \`npx gamegrid\`, from an arena \`npx http://ARENA/gamegrid.tgz\`: the client of an
arena has the commands for contestants.

\`--option <value>\` needs a value, \`--option [value]\` may have one, \`...\` means one or more. The last column says what holds without the option.
Every command has \`--help\`. Exit codes: 0 done, 1 failed, 2 bad arguments.

## For contestants

${contestants.commands.map(sectionOf).join('\n\n')}

## For organisers and on your own machine

${hosts.commands.map(sectionOf).join('\n\n')}
`
}

function sectionOf(command: Command): string {
  const usage = ['gamegrid', command.name(), ...command.registeredArguments.map(shapeOf)].join(' ')
  const args = command.registeredArguments.map((one) => [`\`${shapeOf(one)}\``, one.description])
  const options = command.options.map((option) => [
    `\`${option.flags}\``,
    helpOf(option),
    defaultOf(option, command.name()),
  ])
  return [
    `### ${command.name()}`,
    `    ${usage}`,
    `${capital(command.description())}.`,
    ...(args.length > 0 ? [table(['argument', 'is'], args)] : []),
    ...(options.length > 0 ? [table(['option', 'does', 'default'], options)] : []),
  ].join('\n\n')
}

const shapeOf = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** A default at the end of the help, like `(8080)`. */
const IN_HELP = / \(((?!may be repeated|docs\/|it writes)[^()]*)\)$/

const helpOf = ({ description }: Option): string => description.replace(IN_HELP, '')

function defaultOf(option: Option, command: string): string {
  const { defaultValue, description, negate, long } = option
  const [, inHelp] = IN_HELP.exec(description) ?? []
  if (option.mandatory) return 'needed'
  if (inHelp !== undefined) return inHelp
  if (Array.isArray(defaultValue)) return 'none'
  if (defaultValue !== undefined) return String(defaultValue)
  if (negate || option.isBoolean()) return 'off'
  const known = DEFAULTS[`${command} ${long}`] ?? DEFAULTS[long ?? '']
  if (known === undefined)
    throw new Error(
      `The option ${option.flags} of ${command} says no default: end its help with one in brackets`,
    )
  return known
}

const AS_CHALLENGE = 'as the challenge says'

/** What holds without an option whose help has no room for it. */
const DEFAULTS: Readonly<Record<string, string>> = {
  '--seed': 'a random seed',
  '--size': AS_CHALLENGE,
  '--clock': AS_CHALLENGE,
  '--start-up': AS_CHALLENGE,
  '--nodes': 'the clock decides',
  '--wire': 'the wire of the challenge; `json` where that is no wire of programs',
  '--budget': 'no limit',
  '--record': 'no file',
  '--data': 'a new folder',
  '--key': 'none',
  '--queue': 'this process plays all matches',
  '--arena': 'none',
  'mcp --arena': 'an arena of its own',
  'new-bot --wire': 'the wire of the challenge',
  'compare --sprt': '`elo0=-100 elo1=0`',
  'climb --sprt': '`elo0=0 elo1=100`',
  'connect --name': 'the name of the brain',
  'connect --key': 'your login, or a new team',
  'upload --challenge': 'that of `gamegrid.json`',
  'challenge --challenge': 'that of `gamegrid.json`',
  'matches --bot': 'all bots',
  'ladder --bot': 'the ratings of all bots',
  'ladder --enrol': 'no change',
  'ladder --leave': 'no change',
  'ladder --season': 'the running season',
  'tournament --format': '`round-robin`; `round-robin-knock-out` where the challenge gives points for places',
  'tournament --games': 'as the format says',
  'tournament --sprt': 'no test',
  'tournament --bench-after': 'never',
  'tournament --judges': 'no marks',
  'tournament --report': 'no reports',
  'worker --speed': 'the worker measures it',
  'serve --tls-cert': 'HTTP',
  'serve --tls-key': 'HTTP',
  'serve --replica-of': 'an arena of its own',
  'serve --slides': 'no pictures',
  'serve --model-budget': 'no limit',
  'serve --trust-proxy': 'the server trusts no proxy',
  'serve --arena-token': 'none',
  'serve --fill-after': 'no house brain comes',
  'mcp --data': 'a folder that is removed at the end',
  'export --evaluate': 'no judgement',
  'climb --challenge': 'that of `gamegrid.json`',
  'climb --tokens': 'no limit',
  'perft --preset': 'the first of the game',
  'perft --moves': 'none',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

import type { Challenge } from '../challenges/challenge.ts'
import { dialectOf } from './dialects.ts'
import { findWire } from './index.ts'
import type { Kit } from './kits.ts'

/**
 * `AGENTS.md` of a new bot: what a coding agent needs to work on it. It has the task, the commands and what their verdicts mean. It has no
 * advice on how to play: that is the task.
 */
export function agentsPage(kit: Kit, challenge: Challenge, hasArena: boolean): string {
  const wire = findWire(kit.wire)
  const command = kit.run.join(' ')
  const bot = kit.run.length > 1 ? `"${command}"` : command
  const isProgram = wire?.stdio !== undefined
  const option = !isProgram || dialectOf(challenge).id === kit.wire ? '' : ` --wire ${kit.wire}`
  const build = kit.build.map((argv) => `\`${argv.join(' ')}\``).join(', then ') || 'nothing to build'
  const game = challenge.game.id
  return `${[
    `# ${challenge.title}: a bot to be made stronger`,
    `Task: make the bot in \`${kit.edit}\` win more matches of \`${challenge.id}\` against stronger and stronger opponents. You may add files to this folder; all of them belong to the bot.`,
    `## Commands\n\n${(isProgram ? programCommands(challenge.id, bot, option, build) : playerCommands(kit, challenge, build, hasArena)).map((line) => `- ${line}`).join('\n')}`,
    ...(isProgram ? [VERDICTS] : []),
    `## Rules and wire

- The rules: \`docs/rules/${game}.md\` of gamegrid. What host and bot say: \`docs/${wire?.page ?? 'wire/json-lines'}.md\` of gamegrid
- stdout belongs to the wire: print anything else to stderr, where the host keeps it for you
- In the sandbox the bot reads its own folder and nothing else, has no network, one core and 1 GiB of memory, and no time while the opponent thinks
- All chance comes from the seed that the host gives, so that a match can be repeated`,
  ].join('\n\n')}\n`
}

const programCommands = (challenge: string, bot: string, wire: string, build: string): readonly string[] => [
  `Build: ${build}`,
  `Check: \`npx gamegrid check ${challenge} ${bot}${wire}\`. It plays the bot against scripted opponents and ends with code 1 if the bot does not conform`,
  `List the opponents, the weakest first: \`npx gamegrid brains ${challenge}\``,
  `Play the next one: \`npx gamegrid compare ${challenge} ${bot} house:random${wire} --sprt elo0=0 elo1=100\`. It ends with code 1 if the bot is not stronger`,
  `See one match: \`npx gamegrid play ${challenge} ${bot} house:random${wire} --record match.jsonl\`; \`npx gamegrid replay match.jsonl --fast\` shows it again`,
  'Upload: `npx gamegrid login` once, then `npx gamegrid upload` in this folder. It ends with code 1 if the bot did not pass',
]

/** A player that connects from outside. Where there is an arena already, none is started. */
const playerCommands = (
  kit: Kit,
  challenge: Challenge,
  build: string,
  hasArena: boolean,
): readonly string[] => [
  `Build: ${build}`,
  ...(findWire(kit.wire)?.firstSteps?.(kit.run.join(' '), challenge.id) ?? [])
    .filter((step) => !hasArena || !step.startsWith('npx gamegrid serve'))
    .map((step) => `Run: \`${step}\``),
]

const VERDICTS = `## What a verdict means

- \`check\`: ✓ is good, ! is a risk, ✗ loses rounds. Each ✗ says what was expected, what came and how to mend it
- \`compare\`: *H1 is accepted* means that the bot is stronger than this opponent: go on to the next. *H0 is accepted* means that it is not. *No verdict* means that the games did not tell
- A match names how each round ended. An illegal move, a timeout, a crash or silence loses the round at once, whatever the position: mend those first
- \`.climb/feedback.md\`, where it exists, says what the last version did, and names files with the games that it lost`

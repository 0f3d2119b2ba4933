import type { Rung } from '../brains/rungs.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { JudgedRound, RungGames } from './climb-ledger.ts'

/** What is told of the last round. */
export interface LastRound {
  readonly round: JudgedRound
  /** The log of a build that failed, or the report of the doctor. */
  readonly report: string
  /** Names of files with lost games, in the folder of the bot. */
  readonly lost: readonly string[]
}

/** What the agent reads before it edits: where the climb stands, what the last version did, and what is wanted. */
export function feedbackText(
  challenge: Challenge,
  rungs: readonly Rung[],
  { round, report, lost }: LastRound,
): string {
  const next = rungs[round.rung]
  return `${[
    `# A climb in ${challenge.title}`,
    next === undefined
      ? 'The bot passed all rungs.'
      : `Task: make the bot in this folder stronger. AGENTS.md says how it is built, checked and played. The next rung is house:${next.brain}, number ${round.rung + 1} of ${rungs.length}, rated ${next.rating}. When you end, the bot is built and checked in the sandbox, and plays this rung.`,
    ...resultText(round, report),
    ...(lost.length === 0
      ? []
      : [
          `## Lost games\n\nHow they ended, all moves and the last positions:\n\n${lost.map((name) => `- ${name}`).join('\n')}`,
        ]),
  ].join('\n\n')}\n`
}

function resultText({ round, agent, reached, games }: JudgedRound, report: string): readonly string[] {
  const head = `## ${round === 0 ? 'The bot as it is' : `Round ${round}`}`
  const edited = agent === undefined ? [] : [`Your command ${agent.end} after ${agent.seconds} s.`]
  const fenced = report === '' ? [] : [`\`\`\`text\n${report.trimEnd()}\n\`\`\``]
  switch (reached) {
    case 'build':
      return [head, ...edited, 'The bot could not be built or tried. This is what was printed:', ...fenced]
    case 'doctor':
      return [
        head,
        ...edited,
        'The bot was built, but the doctor found faults. A fault loses the round:',
        ...fenced,
      ]
    case 'games':
      return [head, ...edited, 'The bot was built and conforms. Its games:', games.map(gamesLine).join('\n')]
  }
}

export const gamesLine = ({ rung, won, drawn, lost, passed, verdict }: RungGames): string =>
  `- house:${rung}: ${won} won, ${drawn} drawn, ${lost} lost. ${passed ? 'Passed' : 'Not passed'}: ${verdict}`

import type { ClimbLedger, ClimbRound } from './climb-ledger.ts'
import { gamesLine } from './feedback.ts'

/** The report of a climb, as Markdown: one row for each round, then the games of each. */
export function climbReport({ head, rounds }: ClimbLedger): string {
  const last = rounds.at(-1)
  const tokens = rounds.flatMap(({ agent }) => (agent?.tokens === undefined ? [] : [agent.tokens]))
  const seconds = rounds.reduce((sum, { agent }) => sum + (agent?.seconds ?? 0), 0)
  const sum = tokens.reduce((total, one) => total + one, 0)
  return `${[
    `# A climb in ${head.challenge}`,
    `${reachedWords(head.rungs, last)} after ${Math.max(0, rounds.length - 1)} rounds. The agent worked for ${seconds} s${tokens.length === 0 ? '' : ` and counted ${sum} tokens`}.`,
    [
      '| round | the agent | tokens | version | came to | passed | next rung |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rounds.map((round) => row(head.rungs, round)),
    ].join('\n'),
    ...rounds
      .filter(({ games }) => games.length > 0)
      .map(({ round, games }) => [`## Round ${round}`, games.map(gamesLine).join('\n')].join('\n\n')),
  ].join('\n\n')}\n`
}

/** How high the bot stands. */
export function reachedWords(rungs: readonly string[], last: ClimbRound | undefined): string {
  const rung = last?.rung ?? 0
  if (rung >= rungs.length) return 'The bot stands at the top: it passed all rungs'
  return rung === 0
    ? `The bot passed no rung yet: the first is house:${rungs[0]}`
    : `The bot passed ${rung} of ${rungs.length} rungs, the last was house:${rungs[rung - 1]}; the next is house:${rungs[rung]}`
}

const row = (rungs: readonly string[], { round, agent, version, reached, games, rung }: ClimbRound): string =>
  `| ${[
    round,
    agent === undefined ? 'not called' : `${agent.end} after ${agent.seconds} s`,
    agent?.tokens ?? '',
    `\`${version.slice(0, 8)}\``,
    reached,
    games
      .filter(({ passed }) => passed)
      .map((one) => one.rung)
      .join(', ') || '–',
    rungs[rung] ?? 'the top',
  ].join(' | ')} |`

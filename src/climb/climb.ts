import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rung } from '../brains/rungs.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Player } from '../match/match.ts'
import {
  appendLine,
  LEDGER,
  type AgentRun,
  type ClimbLedger,
  type ClimbRound,
  type JudgedRound,
  type RungGames,
} from './climb-ledger.ts'
import { climbReport } from './climb-report.ts'
import { feedbackText } from './feedback.ts'
import { gameText } from './game-text.ts'

/** A game that the bot lost. */
export interface LostGame {
  readonly record: string
  readonly player: Player
  /** What the bot wrote to stderr. */
  readonly log: string
}

export interface PlayedRung extends Omit<RungGames, 'rung'> {
  readonly lostGames: readonly LostGame[]
}

/** A version of the bot: one that conforms can play. */
export type Judged =
  | { readonly reached: 'build' | 'doctor'; readonly report: string }
  | { readonly reached: 'games'; readonly play: (rung: Rung) => Promise<PlayedRung>; readonly report: string }

export interface ClimbOptions {
  readonly challenge: Challenge
  /** The weakest first. */
  readonly rungs: readonly Rung[]
  /** The folder of the bot, where the agent works. */
  readonly folder: string
  /** Where the ledger and the report are kept. The agent does not work there. */
  readonly out: string
  readonly ledger: ClimbLedger
  /** Rounds of editing at most, with those before a resume. */
  readonly rounds: number
  /** Tokens at most, as the agent counts them. */
  readonly tokens?: number
  /** The fingerprint of the bot's files. */
  readonly fingerprint: () => string
  /** Builds the version that is in the folder, and lets the doctor look at it. */
  readonly judge: (round: number) => Promise<Judged>
  /** Calls the agent, which finds what is wanted in the file. */
  readonly edit: (round: number, feedbackFile: string) => Promise<AgentRun>
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/** In the folder of the bot. Names with a dot in front do not belong to the bot. */
const NOTES = '.climb'
const FEEDBACK = 'feedback.md'
const LOST = 'lost-'

/** Lost games that are written out for the agent, in each round. */
const MOST_LOST = 3

/** The climb ends after so many rounds in a row in which the agent changed nothing. */
const MOST_UNCHANGED = 3

/** Rounds of editing and judging, until the top, the budget, or an agent that changes nothing. */
export async function climb(options: ClimbOptions): Promise<ClimbEnd> {
  const { folder, out, ledger, say, signal } = options
  const rounds = [...ledger.rounds]
  for (;;) {
    const before = rounds.at(-1)
    const why = before && whyEnded(rounds, options)
    if (why !== undefined) return { why, last: before }
    const number = rounds.length
    const agent = before && (await options.edit(number, layOut(out, folder, rounds)))
    if (signal.aborted) return { why: INTERRUPTED, last: before }
    if (agent) say(`Round ${number}: the agent ${agent.end} after ${agent.seconds} s`)
    const version = options.fingerprint()
    const start = { round: number, version, ...(agent && { agent }) }
    const told = before?.version === version ? undefined : await judgeRound(start, before?.rung ?? 0, options)
    if (signal.aborted) return { why: INTERRUPTED, last: before }
    // The files first: the line in the ledger says that they are there.
    if (told) writeNotes(options, told)
    const round = told?.round ?? {
      ...start,
      reached: 'unchanged' as const,
      games: [],
      rung: before?.rung ?? 0,
    }
    appendLine(join(out, LEDGER), round)
    rounds.push(round)
    writeFileSync(join(out, 'report.md'), climbReport({ head: ledger.head, rounds }))
  }
}

export interface ClimbEnd {
  /** Why it ended, in one clause. */
  readonly why: string
  /** The last round that is complete. */
  readonly last: ClimbRound | undefined
}

const INTERRUPTED = 'it was interrupted: the same command goes on with it'

/** The folder of a round, where what the agent prints is kept as well. */
export function roundFolder(out: string, round: number): string {
  const folder = join(out, `round-${round}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes what the agent will read of a round. */
function writeNotes({ challenge, rungs, out }: ClimbOptions, { round, report, lostGames }: ToldRound): void {
  const folder = roundFolder(out, round.round)
  const lost = lostGames.map(({ record, player, log }, index) => {
    const name = `${LOST}${index + 1}.txt`
    writeFileSync(join(folder, name), `${gameText(record, player)}\nstderr of the bot:\n\n${log}`)
    return `${NOTES}/${name}`
  })
  writeFileSync(join(folder, FEEDBACK), feedbackText(challenge, rungs, { round, report, lost }))
}

const lastJudged = (rounds: readonly ClimbRound[]): number =>
  rounds.findLastIndex(({ reached }) => reached !== 'unchanged')

/** The file with the feedback that the agent reads next, if it was removed since the round was played. */
export function missingFeedback(out: string, rounds: readonly ClimbRound[]): string | undefined {
  const file = join(out, `round-${lastJudged(rounds)}`, FEEDBACK)
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return rounds.length === 0 || isThere ? undefined : file
}

/** Puts the notes on the version that was judged last into the folder of the bot, and returns the file with the feedback. */
function layOut(out: string, folder: string, rounds: readonly ClimbRound[]): string {
  const notes = join(folder, NOTES)
  rmSync(notes, { recursive: true, force: true })
  mkdirSync(notes)
  const judged = lastJudged(rounds)
  const from = roundFolder(out, judged)
  for (const name of readdirSync(from))
    if (name.startsWith(LOST)) copyFileSync(join(from, name), join(notes, name))
  const idle = rounds.length - 1 - judged
  const since =
    idle === 0 ? '' : `\nThe last ${idle === 1 ? 'round' : `${idle} rounds`} changed no file of the bot.\n`
  const file = join(notes, FEEDBACK)
  writeFileSync(file, `${readFileSync(join(from, FEEDBACK), 'utf8')}${since}`)
  return file
}

function whyEnded(
  rounds: readonly ClimbRound[],
  { rungs, rounds: limit, tokens }: ClimbOptions,
): string | undefined {
  const used = rounds.reduce((sum, { agent }) => sum + (agent?.tokens ?? 0), 0)
  const last = rounds.slice(-MOST_UNCHANGED)
  if ((rounds.at(-1)?.rung ?? 0) >= rungs.length) return 'it is at the top'
  if (rounds.length > limit) return `${limit} rounds are over`
  if (tokens !== undefined && used >= tokens) return `the agent has used ${used} of ${tokens} tokens`
  if (last.length === MOST_UNCHANGED && last.every(({ reached }) => reached === 'unchanged'))
    return `the agent changed nothing in ${MOST_UNCHANGED} rounds`
  return undefined
}

type Start = Pick<ClimbRound, 'round' | 'version' | 'agent'>

interface ToldRound {
  readonly round: JudgedRound
  /** Of the build or the doctor. */
  readonly report: string
  readonly lostGames: readonly LostGame[]
}

/** Builds and checks the version, then plays one rung after the other, until one is not passed. */
async function judgeRound(
  start: Start,
  from: number,
  { judge, rungs, say, signal }: ClimbOptions,
): Promise<ToldRound> {
  const judged = await judge(start.round)
  const { reached, report } = judged
  if (judged.reached !== 'games') {
    say(judged.reached === 'build' ? '  It could not be built' : '  The doctor found faults')
    return { round: { ...start, reached, games: [], rung: from }, report, lostGames: [] }
  }
  const games: RungGames[] = []
  let lost: readonly LostGame[] = []
  let rung = from
  for (let next = rungs[rung]; next !== undefined && !signal.aborted; next = rungs[rung]) {
    const { lostGames, ...played } = await judged.play(next)
    games.push({ rung: next.brain, ...played })
    lost = lostGames.slice(0, MOST_LOST)
    const { passed, won, drawn, lost: lostCount } = played
    say(`  ${passed ? '✓' : '✗'} house:${next.brain}: ${won} won, ${drawn} drawn, ${lostCount} lost`)
    if (!passed) break
    rung++
  }
  return { round: { ...start, reached, games, rung }, report, lostGames: lost }
}

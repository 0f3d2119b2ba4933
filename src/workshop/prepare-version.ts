import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { fail, type Problem } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { likenFolder } from '../runner/sandbox/liken-folder.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { stageFolder } from '../runner/sandbox/stage.ts'
import { dialectOf } from '../wires/dialects.ts'
import { jsonLines } from '../wires/json-lines/words.ts'
import { buildBot, type BuildLimits, type OnOutput } from './build-bot.ts'
import type { BotCommands } from './guess-commands.ts'
import { isHostsFault } from './hosts-faults.ts'
import { makeTemp } from './temp-folder.ts'
import { putInPlace } from './put-in-place.ts'
import { readUploadAside } from './read-upload-aside.ts'
import { sealFolder } from './seal-folder.ts'
import { tryBot, type Trial, type TryOptions } from './try-bot.ts'
import type { UnpackLimits } from './unpack-archive.ts'

export interface VersionOptions {
  readonly archive: string
  /** The archive is no archive but one source file of this name. */
  readonly file?: string
  /** The target folder. Its parent must exist; `sweepWorkshop` is called with the parent. */
  readonly folder: string
  readonly challenge: Challenge
  /** The commands that the uploader gave; guessed if left out. */
  readonly commands?: BotCommands
  readonly name?: string
  /** Who owns it. */
  readonly team?: number
  readonly seed?: number
  readonly unpackLimits?: Partial<UnpackLimits>
  /** How long its files may be read before they are built. */
  readonly readSeconds?: number
  readonly buildLimits?: Partial<BuildLimits>
  readonly onProgress?: (stage: Stage) => void
  /** Hears the commands before the first of them runs. */
  readonly onCommands?: (commands: BotCommands) => void
  /** Hears what the build prints, as it comes, and what the trial printed. */
  readonly onOutput?: OnOutput
  readonly signal?: AbortSignal
}

export type Stage = 'unpacking' | 'building' | 'trying' | 'passed' | 'failed'

/** A version that may play: its folder is complete and read-only. */
export interface Version {
  readonly folder: string
  readonly commands: BotCommands
  readonly files: number
  readonly bytes: number
  readonly log: string
  readonly trial: Trial
}

export type VersionResult =
  | { readonly ok: true; readonly value: Version }
  | {
      readonly ok: false
      readonly problem: Problem
      /** A failure of the host says nothing about the bot: the caller may try again. */
      readonly blame: 'bot' | 'host'
      /** The log up to the failure. */
      readonly log?: string
      readonly trial?: Trial
    }

/**
 * Makes a version of an uploaded archive: unpacks it, builds it and plays one trial game. The result is a read-only
 * folder, or nothing. If the host is killed meanwhile, `sweepWorkshop` removes the unfinished work, and the call may be
 * repeated: it replaces a folder that was not registered.
 */
export async function prepareVersion(options: VersionOptions): Promise<VersionResult> {
  const { folder, onProgress } = options
  const landing = await makeTemp(dirname(folder))
  // In the stage folder: a build must not learn where versions are kept.
  const temp = await makeTemp(stageFolder())
  const scratch = await makeTemp(stageFolder())
  try {
    const made = await make(options, { temp, scratch, landing })
    if (made.ok) await putInPlace(landing, folder)
    onProgress?.(made.ok ? 'passed' : 'failed')
    return made
  } finally {
    for (const left of [temp, scratch, landing]) await removeFolder(left)
  }
}

interface Folders {
  readonly temp: string
  readonly scratch: string
  readonly landing: string
}

async function make(options: VersionOptions, folders: Folders): Promise<VersionResult> {
  const { archive, file, commands, unpackLimits, readSeconds } = options
  const { folder, challenge, name, seed, team, signal, onProgress } = options
  const { temp, scratch, landing } = folders
  onProgress?.('unpacking')
  const read = await readUploadAside(
    {
      archive,
      folder: temp,
      scratch,
      ...(file !== undefined && { file }),
      ...(unpackLimits && { limits: unpackLimits }),
      ...(commands && { commands }),
    },
    { ...(readSeconds !== undefined && { seconds: readSeconds }), ...(signal && { signal }) },
  )
  if (!read.ok) return blamed(read.problem)
  const { files, bytes } = read.value
  const { build, run, wire } = read.value.commands
  options.onCommands?.(read.value.commands)

  onProgress?.('building')
  const built = await buildBot({
    folder: temp,
    build,
    ...(options.buildLimits && { limits: options.buildLimits }),
    ...(options.onOutput && { onOutput: options.onOutput }),
    ...(signal && { signal }),
  })
  if (!built.ok) return { ...blamed(built.problem), log: built.log }
  const { log } = built.value
  await moveFolder(temp, landing)
  await sealFolder(landing, team)

  onProgress?.('trying')
  const tried = await tryOnWires({
    challenge,
    folder: landing,
    run,
    ...(team !== undefined && { team }),
    ...(wire !== undefined && { wire }),
    ...(name !== undefined && { name }),
    ...(seed !== undefined && { seed }),
    ...(signal && { signal }),
  })
  const trial = tried.result
  if (!trial.ok) return { ...blamed(trial.problem), log }
  options.onOutput?.(trial.value.errors, 'program')
  if (!trial.value.passed) {
    const { verdict, isSilent = false } = trial.value
    const advice = isSilent ? `; ${adviseSilent(challenge, run)}` : ''
    const { problem } = fail('trial-failed', `Cannot enter the bot: ${verdict}${advice}`)
    return { ok: false, problem, blame: 'bot', log, trial: trial.value }
  }
  const found = { ...read.value.commands, ...(tried.wire !== undefined && { wire: tried.wire }) }
  return { ok: true, value: { folder, commands: found, files, bytes, log, trial: trial.value } }
}

/** The trial cannot tell why a bot says nothing. The doctor can: it starts the bot again on a pseudo-terminal. */
const adviseSilent = ({ id }: Challenge, run: string): string =>
  `mostly its output is not flushed after each line, or it waits for a line that does not come, and gamegrid check ${id} ${JSON.stringify(run)} says which`

/**
 * Tries a bot on the wire that it names. One that names none and makes no move at all on the challenge's own wire is tried
 * on JSON lines as well, which serve every game.
 */
async function tryOnWires(
  options: TryOptions,
): Promise<{ readonly result: Awaited<ReturnType<typeof tryBot>>; readonly wire?: string }> {
  const { wire, challenge } = options
  const first = await tryBot(options)
  const isLost = first.ok && !first.value.passed && first.value.turns === 0
  if (wire !== undefined || !isLost || dialectOf(challenge).id === jsonLines.id)
    return { result: first, ...(wire !== undefined && { wire }) }
  const second = await tryBot({ ...options, wire: jsonLines.id })
  return second.ok && second.value.passed ? { result: second, wire: jsonLines.id } : { result: first }
}

const blamed = (problem: Problem): Extract<VersionResult, { ok: false }> => ({
  ok: false,
  problem,
  blame: isHostsFault(problem.code) ? 'host' : 'bot',
})

/** Moves onto an empty folder, which may be on another disk. */
async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    await likenFolder(from, to, () => false)
  }
}

import { messageOf } from '../base/message-of.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { OnOutput } from './build-bot.ts'
import type { BotCommands } from './guess-commands.ts'
import { prepareVersion, type Stage } from './prepare-version.ts'

/** The outcome of building and trying a version. */
export type Examined =
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  /** The host failed: that says nothing about the version. */
  | { readonly kind: 'our-fault'; readonly why: string }

export interface Verdict {
  readonly passed: boolean
  readonly report: string
  readonly run?: string
  readonly wire?: string
  readonly log?: string
}

/** A step of a build that its owner sees. */
export type BuildStage = Exclude<Stage, 'passed' | 'failed'>

export interface UploadedSource {
  /** It is no archive but one source file of this name. */
  readonly file?: string
  /** The commands that the uploader gave. */
  readonly build?: readonly string[]
  readonly run?: string
}

export interface UploadOptions {
  readonly source: UploadedSource
  readonly archive: string
  /** The folder for what is built of it. */
  readonly folder: string
  readonly name: string
  /** The person that owns it. */
  readonly team: number
  readonly challenge: Challenge
  readonly signal: AbortSignal
  readonly onStage: (stage: BuildStage) => void
  readonly onOutput: OnOutput
  readonly onCommands?: (commands: BotCommands) => void
}

const MAX_LOG = 64 * 1024

/** Builds an uploaded version, and tries it in one match. */
export async function examineUpload(options: UploadOptions): Promise<Examined> {
  const { archive, folder, name, team, challenge, signal, onStage, onOutput, onCommands } = options
  const { file, build = [], run } = options.source
  try {
    const made = await prepareVersion({
      archive,
      folder,
      challenge,
      name,
      team,
      ...(file !== undefined && { file }),
      ...(run !== undefined && { commands: { build, run } }),
      signal,
      onProgress: (stage) => {
        if (stage !== 'passed' && stage !== 'failed') onStage(stage)
      },
      onOutput,
      ...(onCommands && { onCommands }),
    })
    if (!made.ok) {
      const { blame, problem, log = '', trial } = made
      return blame === 'host'
        ? ourFault(problem.message)
        : judged({ passed: false, report: problem.message, log: clipLog(`${log}${trial?.errors ?? ''}`) })
    }
    const { log, trial, commands } = made.value
    return judged({
      passed: true,
      report: trial.verdict,
      run: commands.run,
      ...(commands.wire !== undefined && { wire: commands.wire }),
      log: clipLog(`${log}${trial.errors}`),
    })
  } catch (error) {
    return ourFault(messageOf(error))
  }
}

export const judged = (verdict: Verdict): Examined => ({ kind: 'judged', verdict })

export const ourFault = (why: string): Examined => ({ kind: 'our-fault', why })

export const clipLog = (text: string): string => text.slice(0, MAX_LOG)

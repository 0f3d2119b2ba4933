import { join } from 'node:path'
import { messageOf } from '../base/message-of.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { readCommand } from '../runner/program-command.ts'
import type { VersionSource } from '../store/store.ts'
import { isHostsFault } from '../workshop/hosts-faults.ts'
import { prepareVersion } from '../workshop/prepare-version.ts'
import { tryBot } from '../workshop/try-bot.ts'
import type { BuildProgressWriter } from './build-progress.ts'

/** The outcome of building and trying a version. */
export type Examined =
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  /** The server failed: that says nothing about the version. */
  | { readonly kind: 'our-fault'; readonly why: string }

export interface Verdict {
  readonly passed: boolean
  readonly report: string
  readonly run?: string
  readonly wire?: string
  readonly log?: string
}

export interface ExamineOptions {
  readonly source: VersionSource
  readonly name: string
  /** The person that owns it. */
  readonly team: number
  readonly challenge: Challenge
  /** The folder of the archives. */
  readonly archives: string
  /** The folder for what is built of it. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Hears of it as it goes on. */
  readonly progress: Pick<BuildProgressWriter, 'step' | 'write'>
}

const MAX_LOG = 64 * 1024

/** Builds a version, if it was uploaded, and tries it in one match. */
export async function examineVersion(options: ExamineOptions): Promise<Examined> {
  const { source } = options
  try {
    return source.kind === 'upload'
      ? await examineUpload(source, options)
      : await examineProgram(source.command, options)
  } catch (error) {
    return ourFault(messageOf(error))
  }
}

async function examineUpload(
  source: Extract<VersionSource, { kind: 'upload' }>,
  { name, team, challenge, archives, folder, signal, progress }: ExamineOptions,
): Promise<Examined> {
  const { archive, file, build = [], run } = source
  const made = await prepareVersion({
    archive: join(archives, archive),
    folder,
    challenge,
    name,
    team,
    ...(file !== undefined && { file }),
    ...(run !== undefined && { commands: { build, run } }),
    signal,
    onProgress: (stage) => {
      if (stage !== 'passed' && stage !== 'failed') progress.step({ step: stage })
    },
    onOutput: (chunk, from) => progress.write(chunk, from),
  })
  if (!made.ok) {
    const { blame, problem, log = '', trial } = made
    return blame === 'host'
      ? ourFault(problem.message)
      : judged({ passed: false, report: problem.message, log: clip(`${log}${trial?.errors ?? ''}`) })
  }
  const { log, trial, commands } = made.value
  return judged({
    passed: true,
    report: trial.verdict,
    run: commands.run,
    ...(commands.wire !== undefined && { wire: commands.wire }),
    log: clip(`${log}${trial.errors}`),
  })
}

async function examineProgram(
  command: string,
  { name, challenge, signal, progress }: ExamineOptions,
): Promise<Examined> {
  const located = readCommand(command)
  if (!located.ok) return judged({ passed: false, report: located.problem.message })
  const { argv, cwd } = located.value
  progress.step({ step: 'trying' })
  const trial = await tryBot({ challenge, folder: cwd, run: argv, from: 'person', name, signal })
  if (!trial.ok) {
    const { code, message } = trial.problem
    return isHostsFault(code) ? ourFault(message) : judged({ passed: false, report: message })
  }
  const { passed, verdict, errors } = trial.value
  progress.write(errors, 'program')
  return judged({ passed, report: verdict, log: clip(errors) })
}

const judged = (verdict: Verdict): Examined => ({ kind: 'judged', verdict })

const ourFault = (why: string): Examined => ({ kind: 'our-fault', why })

const clip = (text: string): string => text.slice(0, MAX_LOG)

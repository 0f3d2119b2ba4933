import { join } from 'node:path'
import { messageOf } from '../base/message-of.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { readCommand } from '../runner/program-command.ts'
import type { VersionSource } from '../store/store.ts'
import { clipLog, examineUpload, judged, ourFault, type Examined } from '../workshop/examine-upload.ts'
import { isHostsFault } from '../workshop/hosts-faults.ts'
import { tryBot } from '../workshop/try-bot.ts'
import type { BuildProgressWriter } from './build-progress.ts'

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
  /** Gets the steps of the build, and what it prints, as they come. */
  readonly progress: Pick<BuildProgressWriter, 'step' | 'write'>
}

/** Builds a version, if it was uploaded, and tries it in one match. */
export async function examineVersion(options: ExamineOptions): Promise<Examined> {
  const { source, archives, progress } = options
  if (source.kind === 'upload')
    return examineUpload({
      ...options,
      source,
      archive: join(archives, source.archive),
      onStage: (step) => progress.step({ step }),
      onOutput: (chunk, from) => progress.write(chunk, from),
    })
  try {
    return await examineProgram(source.command, options)
  } catch (error) {
    return ourFault(messageOf(error))
  }
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
  return judged({ passed, report: verdict, log: clipLog(errors) })
}

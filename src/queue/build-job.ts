import { join } from 'node:path'
import { messageOf } from '../base/message-of.ts'
import { findChallenge } from '../challenges/index.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { LANGUAGES, offeredRuntimes, TOOLS } from '../runner/sandbox/runtimes.ts'
import { examineUpload } from '../workshop/examine-upload.ts'
import type { BotCommands } from '../workshop/guess-commands.ts'
import { packFolder } from '../workshop/pack-folder.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import { tellOutput } from './build-output.ts'
import { NO_ARENA, type JobHost } from './job-host.ts'
import type { BuildJob } from './queue-job.ts'
import { cannotFetch } from './seat-for-arena.ts'
import { fetchSource, sendBuilt } from './version-archives.ts'
import type { WorkerMessage } from './worker-message.ts'
import { makeWorkerFolder } from './worker-folder.ts'

/**
 * Builds a version and tries it, and sends its steps and lines as they come. What was built goes to the arena before the last
 * message, which has the verdict. If the signal ends the build, the caller says why.
 */
export async function buildJob(
  host: JobHost,
  job: BuildJob,
  send: (message: WorkerMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  send({ kind: 'began' })
  const { arena } = host
  const challenge = findChallenge(job.challenge)
  if (challenge === undefined) return send({ kind: 'unable', why: `it has no challenge ${job.challenge}` })
  if (arena === undefined) return send({ kind: 'lacks', why: NO_ARENA })
  const problem = await host.sandboxProblem()
  if (problem !== undefined) return send({ kind: 'lacks', why: `it has no sandbox: ${problem}` })

  const home = await makeWorkerFolder()
  const output = tellOutput(send)
  try {
    const archive = join(home, 'source')
    const fetched = await fetchSource(arena, job.ticket, archive)
    if (!fetched.ok) return send(cannotFetch(host, fetched.problem))
    const { byName } = await offeredRuntimes()
    const lacking = new AbortController()
    let needed: readonly string[] = []
    const folder = join(home, 'built')
    const examined = await examineUpload({
      source: job.source,
      archive,
      folder,
      name: job.name,
      team: job.team,
      challenge,
      signal: AbortSignal.any([signal, lacking.signal]),
      onStage: (stage) => lacking.signal.aborted || output.step(stage),
      onOutput: (chunk, from) => lacking.signal.aborted || output.write(chunk, from),
      onCommands(commands) {
        needed = programsOf(commands)
        if (needed.some((name) => !byName.has(name))) lacking.abort()
      },
    })
    if (signal.aborted) return
    if (lacking.signal.aborted) {
      const missing = needed.filter((name) => !byName.has(name))
      return send({ kind: 'lacks', why: `it has no ${missing.join(' and no ')}`, programs: needed })
    }
    output.end()
    if (examined.kind === 'our-fault' || !examined.verdict.passed) return send({ kind: 'examined', examined })
    const built = join(home, 'built.tar.gz')
    const files = await packFolder(folder, built)
    const sent = await sendBuilt(arena, job.ticket, built)
    send(sent.ok ? { kind: 'examined', examined, files } : cannotFetch(host, sent.problem))
  } catch (error) {
    if (!signal.aborted) send({ kind: 'failed', why: messageOf(error) })
  } finally {
    output.end()
    await removeFolder(home)
  }
}

/** The runtimes and tools that the first words of the commands name. Another word is the fault of the bot. */
const programsOf = ({ build, run }: BotCommands): readonly string[] => [
  ...new Set(
    [...build, run].flatMap((line) => {
      const argv = parseCommand(line)
      const [word] = argv.ok ? argv.value : ['']
      return LANGUAGES.includes(word) || TOOLS.includes(word) ? [word] : []
    }),
  ),
]

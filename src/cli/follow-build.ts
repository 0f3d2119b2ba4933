import type { BuildLineBody, BuildStepBody, VersionBody } from '../api/bots.ts'
import { pause, realClock } from '../runner/clock.ts'
import type { ArenaAccount } from './arena-account.ts'
import { overRestarts } from './over-restarts.ts'
import { readEvents } from './read-events.ts'

export interface BuildListener {
  step(step: BuildStepBody): void
  line(line: BuildLineBody): void
}

const AGAIN_MS = 1000

/** Follows the build and the trial of a version until its verdict, also over a restart of the arena. */
export async function followBuild(
  account: ArenaAccount,
  { bot, version }: Pick<VersionBody, 'bot' | 'version'>,
  listener: BuildListener,
): Promise<VersionBody> {
  let verdict: VersionBody | undefined
  /** A second stream begins with the first line again. */
  let shown = 0
  for (;;) {
    let lines = 0
    await overRestarts(() =>
      readEvents(account, `/bots/${bot}/versions/${version}/events`, ({ event, data }) => {
        if (event === 'step') listener.step(JSON.parse(data) as BuildStepBody)
        if (event === 'verdict') verdict = JSON.parse(data) as VersionBody
        if (event === 'line' && ++lines > shown) {
          shown = lines
          listener.line(JSON.parse(data) as BuildLineBody)
        }
      }),
    )
    if (verdict) return verdict
    await pause(realClock, AGAIN_MS, new AbortController().signal)
  }
}

import type { BuildLineBody, BuildStepBody, VersionBody } from '../../../src/api/bots.ts'
import type { StreamEvent } from './event-stream.ts'
import { openLiveStream } from './live-stream.ts'
import { API } from './request.ts'
import { useStream } from './use-stream.ts'

/** How far the build of a version is; immutable, replaced at each change. */
export interface Build {
  readonly step: BuildStepBody
  readonly lines: readonly BuildLineBody[]
  /** The version after its build; undefined while it is built and tried. */
  readonly verdict?: VersionBody
  /** Whether the connection is lost and tried again. */
  readonly isLost: boolean
}

const NOT_BEGUN: Build = { step: { step: 'waiting' }, lines: [], isLost: false }

/** Follows the build of a version while the page is visible. */
export const useBuild = (bot: number, version: number): Build =>
  useStream(`${bot}.${version}`, true, NOT_BEGUN, (known, onChange) =>
    known.verdict ? undefined : followBuild(bot, version, onChange),
  )

/** The stream tells the whole build each time that it is opened. */
function followBuild(bot: number, version: number, onChange: (build: Build) => void): () => void {
  let build = NOT_BEGUN
  const change = (next: Build): void => {
    build = next
    onChange(next)
  }
  const close = openLiveStream({
    url: `${API}/bots/${bot}/versions/${version}/events`,
    onState(state) {
      if (state === 'open') build = NOT_BEGUN
      if (state === 'lost' || state === 'missing') change({ ...build, isLost: true })
    },
    onEvents(events) {
      change(events.reduce(withEvent, { ...build, isLost: false }))
      if (build.verdict) close()
    },
  })
  return close
}

function withEvent(build: Build, { type, data }: StreamEvent): Build {
  if (type === 'step') return { ...build, step: JSON.parse(data) as BuildStepBody }
  if (type === 'line') return { ...build, lines: [...build.lines, JSON.parse(data) as BuildLineBody] }
  return type === 'verdict' ? { ...build, verdict: JSON.parse(data) as VersionBody } : build
}

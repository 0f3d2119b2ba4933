import type { BuildLineBody, VersionBody } from '../api/bots.ts'
import type { BuildProgress } from '../arena/build-progress.ts'
import { eventText, type EventStream } from './event-stream.ts'

export interface FollowedBuild {
  /** Undefined for a version that was judged earlier. */
  readonly progress: BuildProgress | undefined
  /** The version as it is now. */
  readonly present: () => VersionBody
  /** Calls back when all that is known is on disk. */
  readonly afterCommit: (callback: () => void) => void
}

/** Sends a build with its trial as it goes on, from its beginning; at the end the verdict. */
export function followBuild({ progress, present, afterCommit }: FollowedBuild, stream: EventStream): void {
  let at = 0
  let isSending = false

  /** What comes while the client still reads is sent together afterwards: the build never waits for a client. */
  function pump(): void {
    if (isSending || !progress) return
    const { events, next, missed } = progress.read(at)
    at = next
    if (missed > 0) sendLine({ text: `… ${missed} earlier lines are left out`, from: 'arena' })
    for (const { kind, ...event } of events) stream.send(eventText(event, kind))
    if (events.length > 0) {
      isSending = true
      stream.whenSent(() => {
        isSending = false
        pump()
      })
    } else if (progress.isOver) finish()
  }

  const sendLine = (line: BuildLineBody): void => stream.send(eventText(line, 'line'))

  function finish(): void {
    const version = present()
    // A server that closes has no verdict: the version is examined again at its next start.
    if (version.status === 'waiting') return stream.end()
    afterCommit(() => {
      stream.send(eventText(version, 'verdict'))
      stream.end()
    })
  }

  if (progress) {
    stream.onClose(progress.onChange(pump))
    pump()
  } else {
    for (const text of linesOf(present().log ?? ''))
      sendLine({ text, from: text.startsWith('$ ') ? 'arena' : 'program' })
    finish()
  }
}

const linesOf = (log: string): readonly string[] => (log === '' ? [] : log.replace(/\n$/, '').split('\n'))

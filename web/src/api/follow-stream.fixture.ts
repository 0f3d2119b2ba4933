import { deferred } from '../../../src/base/deferred.ts'
import type { StreamOptions, StreamState } from './event-stream.ts'

/** Follows streams until they come to a state. */
export const followWith =
  (open: (options: StreamOptions) => () => void) =>
  async (url: string, until: StreamState, options: Partial<StreamOptions> = {}) => {
    const states: StreamState[] = []
    const data: string[] = []
    const { promise, resolve } = deferred()
    const close = open({
      url,
      endType: 'end',
      retryDelay: () => 0,
      onEvents: (events) => void data.push(...events.map((event) => event.data)),
      onState(state) {
        states.push(state)
        if (state === until) resolve()
      },
      ...options,
    })
    await promise
    close()
    return { states, data }
  }

import type { Result } from '../../../../../src/base/result.ts'
import { useAction, type Action } from '../../../parts/use-action.ts'

export interface Acting extends Pick<Action, 'said' | 'isBusy'> {
  /** Waits for the request, says what came of it, and gives whether it was granted. */
  readonly act: (request: Promise<Result<unknown>>, done: string) => Promise<boolean>
}

/** What the organiser does to a contest by a button, and what came of it. */
export function useAct(onChange: () => void): Acting {
  const { said, isBusy, send } = useAction()
  return {
    said,
    isBusy,
    async act(request, done) {
      const isDone = await send(request, () => done)
      onChange()
      return isDone
    },
  }
}

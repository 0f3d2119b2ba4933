import { useState } from 'react'
import type { Result } from '../../../../../src/base/result.ts'

export interface Said {
  readonly kind: 'done' | 'refused'
  readonly message: string
}

export interface Acting {
  readonly said: Said | undefined
  readonly isBusy: boolean
  /** Waits for the request, says what came of it, and gives whether it was granted. */
  readonly act: (request: Promise<Result<unknown>>, done: string) => Promise<boolean>
}

/** What the organiser does by a button, and what came of it. */
export function useAct(onChange: () => void): Acting {
  const [said, setSaid] = useState<Said>()
  const [isBusy, setIsBusy] = useState(false)
  return {
    said,
    isBusy,
    async act(request, done) {
      setIsBusy(true)
      const answer = await request
      setIsBusy(false)
      setSaid(
        answer.ok ? { kind: 'done', message: done } : { kind: 'refused', message: answer.problem.message },
      )
      onChange()
      return answer.ok
    },
  }
}

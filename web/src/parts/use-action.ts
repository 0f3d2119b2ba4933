import { useState } from 'react'
import type { Result } from '../../../src/base/result.ts'
import { keepFocus } from './keep-focus.ts'

export interface Action {
  readonly isBusy: boolean
  /** Waits for the request, says what became of it, and gives whether the server did it. */
  readonly send: <T>(
    request: Promise<Result<T>>,
    onDone: (value: T) => string | undefined,
  ) => Promise<boolean>
  /** What became of the last request. */
  readonly said: { readonly kind: 'done' | 'refused'; readonly message: string | undefined } | undefined
}

/** Sends one request at a time, for a control that says beside it what became of it. */
export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState<Action['said']>()
  const send: Action['send'] = async (request, onDone) => {
    setIsBusy(true)
    const answer = await request
    setIsBusy(false)
    setSaid(
      answer.ok
        ? { kind: 'done', message: onDone(answer.value) }
        : { kind: 'refused', message: answer.problem.message },
    )
    return answer.ok
  }
  return { isBusy, said, send: (request, onDone) => keepFocus(send(request, onDone)) }
}

import { useEffect, useState } from 'react'
import type { PersonBody } from '../../../../src/api/people.ts'
import { ok, type Result } from '../../../../src/base/result.ts'
import { refreshMe, register } from '../../api/account.ts'
import { useMe } from '../../api/me.ts'

/** How a visitor comes in: as a guest, the moment something is begun. */
export interface Entrance {
  readonly me: PersonBody | undefined
  /** What a guest will be called. */
  readonly name: string
  readonly setName: (name: string) => void
  /** Whether the server lets in nobody new, as far as it has been asked. */
  readonly isClosed: boolean
  /** Signs in who is not yet. */
  readonly enter: () => Promise<Result<unknown>>
}

/** Another guest may have had the same idea. */
const MOST_TRIES = 5

export function useEntrance(): Entrance {
  const me = useMe()
  const [name, setName] = useState(guestName)
  const [isChosen, setChosen] = useState(false)
  const [isClosed, setClosed] = useState(false)
  // The cookie may still be good, whatever this page remembers.
  useEffect(() => {
    if (!me) void refreshMe()
  }, [])

  async function enter(): Promise<Result<unknown>> {
    if (me) return ok(me)
    const known = await refreshMe()
    if (known.ok) return known
    let made = await register(name)
    for (let tries = 1; tries < MOST_TRIES && !isChosen && !made.ok; tries++) {
      if (made.problem.code !== 'name-taken') break
      made = await register(guestName())
    }
    if (!made.ok && made.problem.code === 'registration-closed') setClosed(true)
    return made
  }

  return {
    me,
    name,
    setName(chosen) {
      setChosen(true)
      setName(chosen)
    },
    isClosed,
    enter,
  }
}

const guestName = (): string => `guest-${1000 + Math.floor(Math.random() * 9000)}`

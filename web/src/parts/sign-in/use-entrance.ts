import { useEffect, useRef, useState } from 'react'
import type { PersonBody } from '../../../../src/api/people.ts'
import { ok, type Result } from '../../../../src/base/result.ts'
import { refreshMe, register } from '../../api/account.ts'
import { useMe } from '../../api/me.ts'

/** A visitor without a key becomes a guest when a match begins. */
export interface Entrance {
  readonly me: PersonBody | undefined
  /** The guest's name. */
  readonly name: string
  readonly setName: (name: string) => void
  /** Whether the server has refused a registration. */
  readonly isClosed: boolean
  /** Signs the visitor in, if that has not happened yet. */
  readonly enter: () => Promise<Result<unknown>>
}

/** A random guest name may be taken; so many are tried. */
const MOST_TRIES = 5

export function useEntrance(): Entrance {
  const me = useMe()
  const [name, setName] = useState(guestName)
  const [isChosen, setChosen] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const entering = useRef<Promise<Result<unknown>>>(undefined)
  // The session cookie may be valid although this page does not know it.
  useEffect(() => {
    if (!me) void refreshMe()
  }, [])

  async function enter(): Promise<Result<unknown>> {
    if (me) return ok(me)
    const known = await refreshMe()
    if (known.ok && known.value.person) return known
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
    // A double click registers one guest: a second one would take the session from the first.
    enter() {
      entering.current ??= enter().finally(() => {
        entering.current = undefined
      })
      return entering.current
    },
  }
}

const guestName = (): string => `guest-${1000 + Math.floor(Math.random() * 9000)}`

import { useSyncExternalStore } from 'react'
import type { PersonBody } from '../../../src/api/people.ts'

/**
 * The server decides who is signed in, by a cookie that no script can read. The page remembers the name alone, so that
 * it can show it before the server has answered.
 */
const STORED = 'player'
const listeners = new Set<() => void>()
let known: PersonBody | undefined | 'unread' = 'unread'
let changes = 0

/** Grows with each sign-in and sign-out. An answer to an earlier request says nothing about who is signed in now. */
export const meChanges = (): number => changes

export const useMe = (): PersonBody | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, readMe)

function readMe(): PersonBody | undefined {
  if (known !== 'unread') return known
  try {
    known = JSON.parse(localStorage.getItem(STORED) ?? '') as PersonBody
  } catch {
    known = undefined
  }
  return known
}

export function setMe(person: PersonBody | undefined): void {
  known = person
  changes++
  try {
    if (person) localStorage.setItem(STORED, JSON.stringify(person))
    else localStorage.removeItem(STORED)
  } catch {
    // Storage may be blocked; the value still holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hasUnseenSigns } from '../base/unseen-signs.ts'
import type { KeyRow, KeyUse, PersonRow, Role, Store } from '../store/store.ts'
import { foldName } from '../store/fold-name.ts'
import { drawSecret, hashSecret, isSecretOf } from './secret.ts'

const MAX_NAME = 40
export const SESSION_MS = 30 * 24 * 3_600_000
const MAX_KEYS = 20

/**
 * Registers a team or an organiser. Names that differ only in letter case or width are the same, and none has a sign that cannot be seen, so that no
 * team can pass for another.
 */
export function registerPerson(store: Store, given: string, role: Role): Result<PersonRow> {
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ').replaceAll(EMOJI_STYLE, '')
  if (!isVisible(name) || name.length > MAX_NAME || isOfOurs(name))
    return fail(
      'bad-name',
      `Cannot take the name ${show(given)}: expected 1 to ${MAX_NAME} letters, digits or signs that do not begin with "house"`,
    )
  // The organiser's name is reserved: the organiser may come after the first teams.
  if (isTaken(store, name)) return fail('name-taken', `Cannot take the name ${show(name)}: it is taken`)
  const person = store.nextPerson()
  store.append({ kind: 'person-registered', person, name, role })
  return ok(registered(store, person))
}

/** Whether a name belongs to somebody, or is kept for somebody: a guest without a key must not pass for them. */
export const isReserved = (store: Store, name: string): boolean => isTaken(store, name) || isOfOurs(name)

const isTaken = (store: Store, name: string): boolean =>
  store.personNamed(name) !== undefined || foldName(name) === foldName(ORGANISER_NAME)

/** House brains and people at a keyboard have such names. */
const isOfOurs = (name: string): boolean => /^(house|human)\b/.test(foldName(name))

/** It asks for the coloured form of the sign before it, and cannot be seen by itself. */
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Letters with at most three marks each, digits and signs. A zero-width joiner may stand between two emojis only: it makes one of them. */
function isVisible(name: string): boolean {
  const rest = name.replaceAll(
    /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic})/gu,
    '',
  )
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(rest) && !hasUnseenSigns(rest)
}

/**
 * Issues a key. Its text is shown once: the store has only the hash of its secret part. `by` is the key of the request; a
 * session ends with the API key that `by` is or was made from.
 */
export function issueKey(
  store: Store,
  person: number,
  use: KeyUse,
  now: number,
  by?: KeyRow,
): Result<IssuedKey> {
  if (use !== 'session' && store.keysOf(person).filter((key) => key.use === use).length >= MAX_KEYS)
    return fail(
      'too-many-keys',
      `Cannot issue another key: at most ${MAX_KEYS} may be in use, revoke one first`,
    )
  const { id, secret } = drawSecret()
  const from = by && apiKeyBehind(by)
  store.append({
    kind: 'key-issued',
    key: id,
    person,
    hash: hashSecret(secret),
    use,
    ...(use === 'session' && { expires: now + SESSION_MS }),
    ...(from !== undefined && { from }),
  })
  return ok({ id, text: `gg_${id}_${secret}` })
}

export interface IssuedKey {
  readonly id: string
  /** What its owner sends: `gg_ID_SECRET`. */
  readonly text: string
}

/** The API key that a key is, or was made from. */
export const apiKeyBehind = (key: KeyRow): string | undefined => (key.use === 'api' ? key.id : key.from)

/** Revokes a key and issues a new one in one step. */
export function rotateKey(store: Store, old: KeyRow, now: number, by: KeyRow): Result<IssuedKey> {
  if (old.use === 'session')
    return fail('session-key', 'Cannot rotate a session: sign in again with a key for another one')
  store.append({ kind: 'key-revoked', key: old.id })
  return issueKey(store, old.person, old.use, now, by)
}

/** Ends a key and the sessions made from it. The organiser's last key stays: there is no second invitation for an organiser. */
export function revokeKey(store: Store, key: KeyRow): Result<void> {
  const isLast = key.use === 'api' && store.keysOf(key.person).filter(({ use }) => use === 'api').length === 1
  if (isLast && store.person(key.person)?.role === 'organiser')
    return fail('last-key', "Cannot revoke the organiser's last key: make or rotate one first")
  store.append({ kind: 'key-revoked', key: key.id })
  return ok(undefined)
}

/** The row of a valid key of a person; undefined for any other text, and for the key of a worker. */
export function findKey(store: Store, text: string, now: number): KeyRow | undefined {
  const key = findAnyKey(store, text, now)
  return key?.use === 'worker' ? undefined : key
}

/** The row of a valid key of a worker. */
export function findWorkerKey(store: Store, text: string, now: number): KeyRow | undefined {
  const key = findAnyKey(store, text, now)
  return key?.use === 'worker' ? key : undefined
}

/** An unknown id takes as long as a wrong secret, so the time tells nothing about ids. */
function findAnyKey(store: Store, text: string, now: number): KeyRow | undefined {
  const match = /^gg_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/.exec(text)
  const key = match?.[1] === undefined ? undefined : store.key(match[1])
  const isRight = isSecretOf(match?.[2] ?? '', key?.hash)
  if (!key || !isRight || key.revoked !== undefined) return undefined
  return key.expires !== undefined && key.expires <= now ? undefined : key
}

/** Issues a key for workers, in the name of the organiser: see `KeyUse`. */
export const issueWorkerKey = (store: Store, now: number, by: KeyRow): Result<IssuedKey> =>
  issueKey(store, ORGANISER, 'worker', now, by)

/** Makes the token of a one-time link by which the organiser registers; undefined if there is an organiser already. */
export function inviteOrganiser(store: Store): string | undefined {
  if (hasOrganiser(store)) return undefined
  const { id, secret } = drawSecret()
  store.append({ kind: 'invitation-issued', invitation: id, hash: hashSecret(secret) })
  return `${id}.${secret}`
}

const hasOrganiser = (store: Store): boolean => store.person(ORGANISER) !== undefined

/** The number of the organiser; teams count from 1001. */
const ORGANISER = 1000
const ORGANISER_NAME = 'Organiser'

/** Registers the organiser by the token of an invitation. Only the newest token works, and only once. */
export function acceptInvitation(store: Store, token: string): Result<PersonRow> {
  const [id = '', secret = ''] = token.split('.')
  const newest = store.openInvitations().at(-1)
  const isRight = isSecretOf(secret, newest?.hash)
  if (!newest || newest.id !== id || !isRight || hasOrganiser(store))
    return fail(
      'used-invitation',
      'This link does not work any more: it works once, and only the newest does; start the server again for a new one',
    )
  // An older gamegrid let a team take the name in other letters.
  let name = ORGANISER_NAME
  for (let at = 2; store.personNamed(name); at++) name = `${ORGANISER_NAME} ${at}`
  store.append({ kind: 'person-registered', person: ORGANISER, name, role: 'organiser' })
  store.append({ kind: 'invitation-used', invitation: id, person: ORGANISER })
  return ok(registered(store, ORGANISER))
}

function registered(store: Store, id: number): PersonRow {
  const person = store.person(id)
  if (!person) throw new Error(`person ${id} is not in the store after being registered`)
  return person
}

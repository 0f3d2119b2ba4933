import { show } from '../base/fields.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { notFound } from '../protocols/request-error.ts'

/** The challenge that an address names. */
export function challengeOr404(id: string): Challenge {
  const challenge = findChallenge(id)
  if (challenge) return challenge
  throw notFound(`challenge ${show(id)}: there are ${CHALLENGES.map((known) => known.id).join(', ')}`)
}

import type { Story } from './story.ts'

/** The position in view: always the newest one, or a fixed frame. */
export type Cursor = number | 'latest'

/** The newest frame. A finished round stays in view until the first move of the next. */
export function lastIndex({ frames, rounds }: Story): number {
  const last = frames.length - 1
  return rounds.length > 1 && frames[last]?.ply === 0 ? last - 1 : last
}

export const indexOf = (cursor: Cursor, story: Story): number =>
  cursor === 'latest' ? lastIndex(story) : Math.max(0, Math.min(cursor, lastIndex(story)))

/** An index at or after the last frame means the newest position, which follows the match. */
export const cursorAt = (index: number, story: Story): Cursor =>
  index >= lastIndex(story) ? 'latest' : Math.max(0, index)

/** The address of the position after a turn. Addresses count rounds from 1 and turns from 1; turn 0 is the first position. */
export const placeOfTurn = (round: number, turn: number): string => `#r${round + 1}.p${turn}`

export function formatPlace(story: Story, index: number): string {
  const frame = story.frames[index]
  return frame === undefined ? '' : placeOfTurn(frame.round, frame.ply)
}

/** Undefined for what is not a place, or not one of this story yet. The address of a fork begins with its place. */
export function parsePlace(hash: string, { rounds }: Story): number | undefined {
  const match = /^#r(\d{1,6})\.p(\d{1,6})(?:;|$)/.exec(hash)
  const round = match && rounds[Number(match[1]) - 1]
  if (!round) return undefined
  const ply = Number(match[2])
  return ply < round.count ? round.first + ply : undefined
}

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const
export type Speed = (typeof SPEEDS)[number]

/** How long a position stays, in milliseconds. */
export const paceOf = (speed: Speed): number => 250 / speed

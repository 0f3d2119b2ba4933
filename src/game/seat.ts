/** The two seats of a round. */
export const SEATS = [0, 1] as const
export type Seat = (typeof SEATS)[number]

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0)

/** One value for each seat. */
export type Pair<T> = readonly [T, T]

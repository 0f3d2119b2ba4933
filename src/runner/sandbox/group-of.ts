/** The group of a team's bots where we are root. No list of users has numbers like these. */
export const groupOf = (team: number): number => 1_800_000_000 + (team % 100_000_000)

/** The group id of a team's bots if the host runs as root; far above the ids of real users. */
export const groupOf = (team: number): number => 1_800_000_000 + (team % 100_000_000)

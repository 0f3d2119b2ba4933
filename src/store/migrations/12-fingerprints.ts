/** The fingerprints of the rounds of a match, which tell copies of a game; matches that ended before have none. */
export const fingerprints = `
ALTER TABLE matches ADD COLUMN fingerprints TEXT;
`

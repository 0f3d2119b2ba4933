/** Which match another match is a rematch of. */
export const rematches = `
ALTER TABLE matches ADD COLUMN rematchOf INTEGER REFERENCES matches;
CREATE INDEX matches_by_rematch ON matches (rematchOf, status) WHERE rematchOf IS NOT NULL;
`

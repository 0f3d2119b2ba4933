/** Entrants that the organiser took out of a tournament. */
export const withdrawals = `
CREATE TABLE withdrawals (
  seq INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  entrant TEXT NOT NULL,
  round INTEGER NOT NULL,
  UNIQUE (tournament, entrant)
) STRICT;
`

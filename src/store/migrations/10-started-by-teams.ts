/** Which team started a match, which team an open match waits for, and links that sign a team in once. */
export const startedByTeams = `
ALTER TABLE matches ADD COLUMN starter INTEGER REFERENCES people;
ALTER TABLE matches ADD COLUMN invited INTEGER REFERENCES people;
CREATE INDEX matches_by_starter ON matches (starter, status) WHERE starter IS NOT NULL;
CREATE INDEX matches_by_invited ON matches (invited, status) WHERE invited IS NOT NULL;

CREATE TABLE sign_in_links (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES people,
  hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  "from" TEXT REFERENCES keys (id),
  used INTEGER,
  replaced INTEGER
) STRICT;
CREATE INDEX sign_in_links_open ON sign_in_links (person) WHERE used IS NULL AND replaced IS NULL;
`

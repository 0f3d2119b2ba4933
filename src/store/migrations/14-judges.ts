/** Links with which judges give marks, how many points they give, and an index to read the history of marks. */
export const judges = `
CREATE TABLE judging (
  tournament INTEGER PRIMARY KEY REFERENCES tournaments,
  points REAL NOT NULL
) STRICT;

CREATE TABLE judge_links (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  judge TEXT NOT NULL,
  hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  revoked INTEGER
) STRICT;

CREATE INDEX judge_links_by_tournament ON judge_links (tournament);
CREATE INDEX log_marks ON log (seq) WHERE kind IN ('mark-given', 'mark-erased');
`

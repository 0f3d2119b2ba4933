/** Tournaments, their matches, and the marks of judges. */
export const tournaments = `
CREATE TABLE tournaments (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  challenge TEXT NOT NULL,
  header TEXT NOT NULL,
  status TEXT NOT NULL,
  published INTEGER,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE tournament_matches (
  seq INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  key TEXT NOT NULL,
  match INTEGER NOT NULL UNIQUE REFERENCES matches
) STRICT;
CREATE INDEX tournament_matches_by_key ON tournament_matches (tournament, key);

CREATE TABLE tournament_results (
  tournament INTEGER NOT NULL REFERENCES tournaments,
  key TEXT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (tournament, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE marks (
  tournament INTEGER NOT NULL REFERENCES tournaments,
  judge TEXT NOT NULL,
  entrant TEXT NOT NULL,
  points REAL NOT NULL,
  PRIMARY KEY (tournament, judge, entrant)
) STRICT, WITHOUT ROWID;
`

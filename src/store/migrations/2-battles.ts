/** The battles of the SSE arena, and the evaluations they belong to. */
export const battles = `
CREATE TABLE battles (
  id TEXT PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches,
  player INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX battles_by_match ON battles (match);

CREATE TABLE team_urls (
  person INTEGER NOT NULL REFERENCES people,
  challenge TEXT NOT NULL,
  url TEXT NOT NULL,
  PRIMARY KEY (person, challenge)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  challenge TEXT NOT NULL,
  teamUrl TEXT NOT NULL,
  person INTEGER REFERENCES people,
  caseType TEXT,
  callback TEXT,
  created INTEGER NOT NULL,
  ended INTEGER,
  score INTEGER,
  possible INTEGER,
  message TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  problem TEXT,
  isOwed INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_by_person ON runs (person) WHERE person IS NOT NULL;
CREATE INDEX runs_open ON runs (id) WHERE ended IS NULL OR isOwed = 1;

CREATE TABLE run_cases (
  run INTEGER NOT NULL REFERENCES runs,
  match INTEGER NOT NULL UNIQUE REFERENCES matches,
  "case" TEXT NOT NULL,
  PRIMARY KEY (run, match)
) STRICT, WITHOUT ROWID;
`

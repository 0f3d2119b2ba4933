/** The thinking time and the faults of people. The logs of programs are read from the log itself. */
export const accounts = `
CREATE TABLE accounts (
  person INTEGER NOT NULL REFERENCES people,
  challenge TEXT NOT NULL,
  moves INTEGER NOT NULL,
  thoughtMs REAL NOT NULL,
  longestMs REAL NOT NULL,
  PRIMARY KEY (person, challenge)
) STRICT, WITHOUT ROWID;

CREATE TABLE faults (
  person INTEGER NOT NULL REFERENCES people,
  challenge TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (person, challenge, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_by_person ON tallies (person);
`

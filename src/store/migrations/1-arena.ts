/** The log, and the first projections of it. */
export const arena = `
CREATE TABLE log (
  seq INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  match INTEGER,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX log_by_match ON log (match) WHERE match IS NOT NULL;
CREATE TRIGGER log_stays BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_is_kept BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is never shortened'); END;

CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES people,
  hash TEXT NOT NULL,
  use TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER,
  revoked INTEGER
) STRICT;
CREATE INDEX keys_by_person ON keys (person) WHERE revoked IS NULL;

CREATE TABLE invitations (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER,
  person INTEGER REFERENCES people
) STRICT;
CREATE INDEX invitations_open ON invitations (seq) WHERE used IS NULL;

CREATE TABLE bots (
  id INTEGER PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people,
  challenge TEXT NOT NULL,
  name TEXT NOT NULL,
  created INTEGER NOT NULL,
  plays INTEGER
) STRICT;
CREATE INDEX bots_by_person ON bots (person);
CREATE INDEX bots_by_challenge ON bots (challenge);

CREATE TABLE versions (
  seq INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bots,
  version INTEGER NOT NULL,
  source TEXT NOT NULL,
  created INTEGER NOT NULL,
  status TEXT NOT NULL,
  report TEXT,
  run TEXT,
  wire TEXT,
  log TEXT,
  UNIQUE (bot, version)
) STRICT;
CREATE INDEX versions_waiting ON versions (seq) WHERE status = 'waiting';

CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  challenge TEXT NOT NULL,
  gameVersion INTEGER NOT NULL,
  settings TEXT NOT NULL,
  rules TEXT NOT NULL,
  seed INTEGER NOT NULL,
  origin TEXT NOT NULL,
  status TEXT NOT NULL,
  player0 TEXT NOT NULL,
  player1 TEXT,
  score0 INTEGER NOT NULL DEFAULT 0,
  score1 INTEGER NOT NULL DEFAULT 0,
  winner INTEGER,
  void INTEGER NOT NULL DEFAULT 0,
  "end" TEXT,
  created INTEGER NOT NULL,
  started INTEGER,
  ended INTEGER
) STRICT;
CREATE INDEX matches_by_status ON matches (status);
CREATE INDEX matches_by_challenge ON matches (challenge);

CREATE TABLE match_people (
  person INTEGER NOT NULL REFERENCES people,
  match INTEGER NOT NULL REFERENCES matches,
  PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE tallies (
  challenge TEXT NOT NULL,
  person INTEGER NOT NULL REFERENCES people,
  won INTEGER NOT NULL,
  drawn INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  PRIMARY KEY (challenge, person)
) STRICT, WITHOUT ROWID;
`

/** The standing ladders: which bots are enrolled, the freeze and the seasons of a challenge, and the share of the machine. */
export const ladders = `
CREATE TABLE ladder_bots (
  bot INTEGER PRIMARY KEY REFERENCES bots,
  enrolled INTEGER NOT NULL
) STRICT;

CREATE TABLE ladder_freezes (
  challenge TEXT PRIMARY KEY,
  freeze INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ladder_seasons (
  challenge TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  began INTEGER NOT NULL,
  PRIMARY KEY (challenge, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE ladder_share (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  percent INTEGER NOT NULL
) STRICT;

CREATE INDEX versions_passed ON versions (bot, version, created) WHERE status = 'passed';
`

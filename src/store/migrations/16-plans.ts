/** The plan of a tournament, the rounds that were called, and the results that do not count any more. */
export const plans = `
CREATE TABLE tournament_plans (
  tournament INTEGER PRIMARY KEY REFERENCES tournaments,
  plan TEXT NOT NULL
) STRICT;

CREATE TABLE called_rounds (
  tournament INTEGER PRIMARY KEY REFERENCES tournaments,
  round INTEGER NOT NULL
) STRICT;

CREATE TABLE annulled_results (
  seq INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  key TEXT NOT NULL,
  match INTEGER,
  entry TEXT,
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
CREATE INDEX annulled_by_tournament ON annulled_results (tournament, seq);
`

/** How teams enter a contest: its terms with the code of the join link, and the teams that joined or ask to. */
export const entry = `
CREATE TABLE entry_terms (
  tournament INTEGER PRIMARY KEY REFERENCES tournaments,
  state TEXT NOT NULL,
  closes INTEGER,
  code TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE entry_teams (
  seq INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  person INTEGER NOT NULL REFERENCES people,
  joined INTEGER NOT NULL,
  state TEXT NOT NULL,
  members TEXT,
  plays TEXT,
  UNIQUE (tournament, person)
) STRICT;
`

/** The first match that each season of a ladder counts: the first one that was created after its begin in the log. */
export const seasonMatches = `
ALTER TABLE ladder_seasons ADD COLUMN firstMatch INTEGER NOT NULL DEFAULT 1;
UPDATE ladder_seasons SET firstMatch = 1 + coalesce(
  (SELECT max(match) FROM log WHERE kind = 'match-created' AND seq < (
    SELECT seq FROM log WHERE kind = 'ladder-season-begun'
      AND json_extract(body, '$.challenge') = ladder_seasons.challenge
      AND json_extract(body, '$.season') = ladder_seasons.number)),
  0);
`

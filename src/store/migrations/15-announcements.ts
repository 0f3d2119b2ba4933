/** Messages of the organiser to all pages: the last one is shown until it ends or is cleared. */
export const announcements = `
CREATE TABLE announcements (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  posted INTEGER NOT NULL,
  expires INTEGER,
  cleared INTEGER
) STRICT;
`

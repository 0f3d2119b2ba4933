/** Where the arena posts news of contests, each delivery with its last attempt, and the round that each contest has reached. */
export const webhooks = `
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT,
  told INTEGER NOT NULL,
  created INTEGER NOT NULL,
  removed INTEGER
) STRICT;

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  webhook INTEGER NOT NULL REFERENCES webhooks,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL,
  created INTEGER NOT NULL,
  tried INTEGER,
  status INTEGER,
  ms INTEGER,
  problem TEXT
) STRICT;
CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook, id);
CREATE INDEX webhook_deliveries_owed ON webhook_deliveries (webhook, due, id) WHERE state = 'owed';

CREATE TABLE reached_rounds (
  tournament INTEGER PRIMARY KEY REFERENCES tournaments,
  round INTEGER NOT NULL
) STRICT;

CREATE INDEX log_contest_news ON log (seq)
  WHERE kind IN ('tournament-moved', 'round-reached', 'tournament-result', 'marks-published');
`

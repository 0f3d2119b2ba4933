/**
 * The API key that a key was made with: a session ends with it. Older logs do not have it, so an older session ends if any key
 * that it may come from has been revoked since.
 */
export const keyOrigins = `
ALTER TABLE keys ADD COLUMN "from" TEXT REFERENCES keys (id);
CREATE INDEX keys_by_from ON keys ("from") WHERE "from" IS NOT NULL;
CREATE TEMP TABLE revocations AS
  SELECT log.seq AS seq, log.time AS time, keys.seq AS key, keys.person AS person
  FROM log JOIN keys ON keys.id = log.body ->> '$.key'
  WHERE log.kind = 'key-revoked' AND keys.use = 'api';
UPDATE keys SET revoked = ended.time FROM (
  SELECT session.seq AS session, min(revocations.seq), revocations.time AS time
  FROM keys AS session JOIN revocations ON revocations.person = session.person
  WHERE session.use = 'session' AND revocations.key < session.seq AND session.seq < revocations.seq
  GROUP BY session.seq
) AS ended WHERE keys.seq = ended.session AND (keys.revoked IS NULL OR ended.time < keys.revoked);
DROP TABLE revocations;
`

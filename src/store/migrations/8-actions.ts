/** What organisers did is read from the log itself. */
export const actions = `
CREATE INDEX log_actions ON log (seq) WHERE kind = 'organiser-acted';
`

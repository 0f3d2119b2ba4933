/** Whether a team is called to one battle of its evaluation after the other; NULL if the run does not say. And new kinds of notes. */
export const callOrder = `
ALTER TABLE runs ADD COLUMN sequential INTEGER;
`

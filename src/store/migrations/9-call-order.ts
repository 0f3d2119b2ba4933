/** Whether a team is called to one battle of its evaluation after the other; nothing if nobody has said. And new kinds of notes. */
export const callOrder = `
ALTER TABLE runs ADD COLUMN sequential INTEGER;
`

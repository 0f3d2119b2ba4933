/**
 * A lead as a score of a remark, from -1 to 1. At a lead of one `unit` the game is won about seven times for each time it is
 * lost; units were found from the ends of games that the brains played against themselves.
 */
export const chancesOf = (lead: number, unit: number): number => Math.tanh(lead / unit)

/**
 * A lead as the score of a remark, from -1 to 1. At a lead of one `unit` about seven of eight games are won; the units were
 * fitted to games that the brains played against themselves.
 */
export const chancesOf = (lead: number, unit: number): number => Math.tanh(lead / unit)

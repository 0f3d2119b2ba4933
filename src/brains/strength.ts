// Written by bench/ladder.ts --write from games that the house brains played: do not edit.

/** How strong a house brain is in a challenge. */
export interface Strength {
  /** On the scale of the ladder: `random` has 600. */
  readonly rating: number
  /** Half of the 95 % interval, against the mean of the brains of the challenge. */
  readonly plusMinus: number
  /** Different games that it was measured in. */
  readonly games: number
}

/** By challenge and brain, the weakest first. */
export const STRENGTHS: Readonly<Record<string, Readonly<Record<string, Strength>>>> = {
  'light-cycle': {
    first: { rating: 252, plusMinus: 310, games: 168 },
    random: { rating: 600, plusMinus: 292, games: 124 },
    baseline: { rating: 1619, plusMinus: 163, games: 168 },
    wanderer: { rating: 1940, plusMinus: 159, games: 168 },
    voronoi: { rating: 2379, plusMinus: 187, games: 168 },
    advanced: { rating: 3280, plusMinus: 327, games: 124 },
  },
  'longest-group': {
    random: { rating: 600, plusMinus: 520, games: 8 },
    first: { rating: 600, plusMinus: 520, games: 8 },
    baseline: { rating: 600, plusMinus: 520, games: 8 },
    greedy: { rating: 1444, plusMinus: 471, games: 8 },
    advanced: { rating: 2131, plusMinus: 871, games: 8 },
  },
  quoridor: {
    random: { rating: 600, plusMinus: 208, games: 168 },
    baseline: { rating: 655, plusMinus: 210, games: 124 },
    first: { rating: 754, plusMinus: 189, games: 168 },
    walker: { rating: 1671, plusMinus: 163, games: 168 },
    'alphabeta-2': { rating: 2492, plusMinus: 229, games: 168 },
    advanced: { rating: 3281, plusMinus: 335, games: 124 },
  },
  'tic-tac-toe': {
    random: { rating: 600, plusMinus: 77, games: 244 },
    baseline: { rating: 680, plusMinus: 85, games: 156 },
    first: { rating: 795, plusMinus: 107, games: 52 },
    perfect: { rating: 1245, plusMinus: 199, games: 48 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 558, games: 10 },
    first: { rating: 600, plusMinus: 558, games: 10 },
    baseline: { rating: 1098, plusMinus: 463, games: 10 },
    wanderer: { rating: 1459, plusMinus: 470, games: 10 },
    voronoi: { rating: 1835, plusMinus: 552, games: 10 },
    advanced: { rating: 2275, plusMinus: 774, games: 10 },
  },
}

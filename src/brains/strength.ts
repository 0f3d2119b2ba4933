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
  'boost-tron': {
    first: { rating: 403, plusMinus: 472, games: 38 },
    random: { rating: 600, plusMinus: 453, games: 52 },
    baseline: { rating: 1411, plusMinus: 308, games: 52 },
    wanderer: { rating: 2013, plusMinus: 297, games: 54 },
    voronoi: { rating: 2325, plusMinus: 320, games: 42 },
    advanced: { rating: 2644, plusMinus: 480, games: 6 },
  },
  'light-cycle': {
    first: { rating: 252, plusMinus: 310, games: 168 },
    random: { rating: 600, plusMinus: 292, games: 124 },
    baseline: { rating: 1619, plusMinus: 163, games: 168 },
    wanderer: { rating: 1940, plusMinus: 159, games: 168 },
    voronoi: { rating: 2379, plusMinus: 187, games: 168 },
    advanced: { rating: 3280, plusMinus: 327, games: 124 },
  },
  'longest-group': {
    first: { rating: 594, plusMinus: 275, games: 100 },
    random: { rating: 600, plusMinus: 280, games: 70 },
    baseline: { rating: 621, plusMinus: 274, games: 100 },
    greedy: { rating: 1541, plusMinus: 395, games: 100 },
    advanced: { rating: 2443, plusMinus: 638, games: 70 },
  },
  quoridor: {
    random: { rating: 600, plusMinus: 204, games: 76 },
    baseline: { rating: 605, plusMinus: 189, games: 152 },
    first: { rating: 668, plusMinus: 194, games: 136 },
    walker: { rating: 1302, plusMinus: 114, games: 152 },
    blocker: { rating: 1438, plusMinus: 107, games: 152 },
    'alphabeta-2': { rating: 1738, plusMinus: 107, games: 152 },
    'search-200': { rating: 1857, plusMinus: 112, games: 152 },
    'search-1600': { rating: 2027, plusMinus: 123, games: 152 },
    'search-6400': { rating: 2138, plusMinus: 137, games: 136 },
    advanced: { rating: 2622, plusMinus: 200, games: 76 },
  },
  'tic-tac-toe': {
    random: { rating: 600, plusMinus: 76, games: 300 },
    baseline: { rating: 721, plusMinus: 83, games: 204 },
    first: { rating: 809, plusMinus: 107, games: 54 },
    perfect: { rating: 1269, plusMinus: 198, games: 54 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 326, games: 124 },
    first: { rating: 657, plusMinus: 320, games: 168 },
    baseline: { rating: 1579, plusMinus: 200, games: 168 },
    wanderer: { rating: 2176, plusMinus: 198, games: 168 },
    voronoi: { rating: 2743, plusMinus: 236, games: 168 },
    advanced: { rating: 3399, plusMinus: 326, games: 124 },
  },
}

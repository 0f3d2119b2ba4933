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
    first: { rating: 225, plusMinus: 498, games: 90 },
    random: { rating: 600, plusMinus: 491, games: 50 },
    baseline: { rating: 1286, plusMinus: 321, games: 100 },
    hugger: { rating: 1633, plusMinus: 306, games: 100 },
    wanderer: { rating: 2453, plusMinus: 243, games: 100 },
    glancer: { rating: 2624, plusMinus: 243, games: 90 },
    'search-25': { rating: 2903, plusMinus: 296, games: 18 },
    voronoi: { rating: 3017, plusMinus: 253, games: 60 },
    'search-120': { rating: 3061, plusMinus: 330, games: 12 },
    advanced: { rating: 3534, plusMinus: 706, games: 4 },
  },
  'light-cycle': {
    first: { rating: 90, plusMinus: 151, games: 735 },
    random: { rating: 600, plusMinus: 138, games: 596 },
    baseline: { rating: 1489, plusMinus: 68, games: 748 },
    hugger: { rating: 1740, plusMinus: 58, games: 749 },
    wanderer: { rating: 1950, plusMinus: 55, games: 750 },
    glancer: { rating: 2177, plusMinus: 55, games: 750 },
    voronoi: { rating: 2382, plusMinus: 58, games: 747 },
    'search-25': { rating: 2806, plusMinus: 70, games: 725 },
    'search-120': { rating: 3049, plusMinus: 81, games: 708 },
    advanced: { rating: 3227, plusMinus: 94, games: 576 },
  },
  'longest-group': {
    baseline: { rating: 548, plusMinus: 94, games: 550 },
    first: { rating: 555, plusMinus: 96, games: 500 },
    random: { rating: 600, plusMinus: 99, games: 300 },
    builder: { rating: 1100, plusMinus: 67, games: 600 },
    opportunist: { rating: 1269, plusMinus: 62, games: 600 },
    greedy: { rating: 1482, plusMinus: 58, games: 600 },
    'playouts-200': { rating: 1798, plusMinus: 55, games: 600 },
    'playouts-280': { rating: 2001, plusMinus: 57, games: 600 },
    'playouts-400': { rating: 2262, plusMinus: 61, games: 600 },
    'playouts-560': { rating: 2437, plusMinus: 66, games: 600 },
    'playouts-800': { rating: 2620, plusMinus: 73, games: 550 },
    'playouts-1600': { rating: 2926, plusMinus: 86, games: 500 },
    advanced: { rating: 3147, plusMinus: 98, games: 300 },
  },
  quoridor: {
    baseline: { rating: 595, plusMinus: 115, games: 500 },
    random: { rating: 600, plusMinus: 118, games: 300 },
    first: { rating: 651, plusMinus: 112, games: 550 },
    walker: { rating: 1392, plusMinus: 64, games: 600 },
    blocker: { rating: 1542, plusMinus: 62, games: 600 },
    'alphabeta-2': { rating: 1848, plusMinus: 62, games: 600 },
    'search-200': { rating: 1991, plusMinus: 64, games: 600 },
    'search-1600': { rating: 2163, plusMinus: 69, games: 550 },
    'network-4000': { rating: 2558, plusMinus: 87, games: 500 },
    advanced: { rating: 2766, plusMinus: 98, games: 300 },
  },
  'tic-tac-toe': {
    random: { rating: 600, plusMinus: 90, games: 350 },
    baseline: { rating: 723, plusMinus: 96, games: 206 },
    first: { rating: 811, plusMinus: 120, games: 56 },
    minimax: { rating: 1297, plusMinus: 196, games: 56 },
    perfect: { rating: 1335, plusMinus: 210, games: 56 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 218, games: 300 },
    first: { rating: 679, plusMinus: 215, games: 500 },
    baseline: { rating: 1643, plusMinus: 81, games: 550 },
    hugger: { rating: 1858, plusMinus: 74, games: 600 },
    wanderer: { rating: 2113, plusMinus: 70, games: 600 },
    glancer: { rating: 2373, plusMinus: 70, games: 600 },
    voronoi: { rating: 2636, plusMinus: 74, games: 599 },
    'search-25': { rating: 2836, plusMinus: 80, games: 539 },
    'search-120': { rating: 3005, plusMinus: 88, games: 338 },
    advanced: { rating: 3343, plusMinus: 131, games: 144 },
  },
}

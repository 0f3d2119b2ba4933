import type { Scene } from '../../../../src/game/scene.ts'

/** The rules of a game for people who have a minute. The guide has the full rules. */
export interface RulesInAMinute {
  /** What a player tries to do, in one sentence. */
  readonly goal: string
  /** How a move is made. */
  readonly moves: readonly string[]
  /** What ends a round. */
  readonly end: readonly string[]
  /** What is special about one challenge of this game, by the id of the challenge. */
  readonly here?: Readonly<Record<string, readonly string[]>>
  /** A position that shows what is hard to say in words. */
  readonly figure?: { readonly scene: Scene; readonly caption: string }
}

const ROW = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** The start of Quoridor, with the goal rows outlined and the walls e4h and c6v. */
const QUORIDOR_FIGURE: Scene = {
  width: 9,
  height: 9,
  edge: 'wall',
  tiles: ROW.map(() => '.........'),
  tile: 'stone',
  pieces: [
    { x: 4, y: 8, seat: 0, shape: 'pawn' },
    { x: 4, y: 0, seat: 1, shape: 'pawn' },
  ],
  fences: [
    { x: 4, y: 4, lies: 'flat', seat: 0 },
    { x: 2, y: 2, lies: 'upright', seat: 1 },
  ],
  outlines: [
    { seat: 0, label: 'goal of the first player', cells: ROW.map((x) => ({ x, y: 0 })) },
    { seat: 1, label: 'goal of the second player', cells: ROW.map((x) => ({ x, y: 8 })) },
  ],
  columnNames: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  rowNames: ['9', '8', '7', '6', '5', '4', '3', '2', '1'],
  facts: [[], []],
}

/** By the id of the game. */
const RULES: Readonly<Record<string, RulesInAMinute>> = {
  quoridor: {
    goal: 'Be the first to bring your pawn to the far side of the board.',
    moves: [
      'The first player starts at the bottom, on e1, and wins on any cell of the top row, 9. The second starts at the top, on e9, and wins on the bottom row, 1.',
      'On your turn either move your pawn one cell (not diagonally), or put up a wall. Each player has 10 walls.',
      'A wall is two cells long and lies between the cells. e4h lies flat on top of e4 and f4; e4v stands upright to the right of e4 and e5.',
      'A wall may not cross or cover another wall, and each pawn must keep a path to its goal row.',
      'If the other pawn is next to you, you jump over it. If a wall or the edge is behind it, you land beside it.',
    ],
    end: ['The first pawn on its goal row wins. There are no draws.'],
    figure: {
      scene: QUORIDOR_FIGURE,
      caption:
        'Framed rows are the goals, in the colour of the pawn. The flat wall is e4h, the upright one c6v.',
    },
  },
  tron: {
    goal: 'Drive longer than the other light cycle: every cell that a cycle leaves becomes a deadly trail.',
    moves: [
      'On each turn your cycle goes straight on, turns left or turns right, and drives one cell.',
      'You cannot stop. The free space gets smaller with every turn, so cut the other cycle off and keep space for yourself.',
    ],
    end: [
      'A cycle that drives into a trail, a wall or a closed edge is out, and the other wins the round.',
      'If both crash on the same turn, the round is a draw.',
    ],
    here: {
      'light-cycle': ['The board has 10×10 cells and a closed edge. Both cycles move at the same time.'],
      'boost-tron': [
        'The board has 130×100 cells and a closed edge. The cycles move one after the other.',
        'Each cycle has 3 boosts. A boost drives three cells in a line on this turn and on the next.',
        'A match is the best of three rounds. The players repeat a drawn round.',
      ],
      'torus-tron': [
        'The board has 37×10 cells and walls all around. Moves are compass directions: n, e, s, w. Both cycles move at the same time.',
      ],
    },
  },
  'longest-group': {
    goal: 'Have the longest group of stones when the board is full.',
    moves: [
      'On your turn put one stone on any empty cell of the 11×11 board. Stones never move.',
      'Stones that touch side to side are one group; corners do not connect.',
      'The length of a group is the number of stones on the walk between its two stones that are furthest apart.',
    ],
    end: [
      'The round ends when the board is full. The longer longest group wins; if both are equal, the number of groups of that length decides, and so on.',
      'The first player has an advantage, so the second gets one extra group, one shorter than its longest.',
    ],
  },
  'tic-tac-toe': {
    goal: 'Put three of your symbols in a row, a column or a diagonal.',
    moves: [
      'O begins. On your turn put your symbol on any empty square of the 3×3 board.',
      'Squares have the names of the compass: NW, N, NE, W, C, E, SW, S, SE.',
    ],
    end: ['Three in a line wins at once. A full board without a line is a draw.'],
  },
}

/** The short rules of a challenge; undefined for a game that has none yet. */
export const rulesInAMinute = (game: string): RulesInAMinute | undefined =>
  Object.hasOwn(RULES, game) ? RULES[game] : undefined

interface Described {
  readonly game: string
  readonly summary: string
}

/** The goal in one sentence; of a game that has no short rules yet, what its challenge says. */
export const goalOf = ({ game, summary }: Described): string => rulesInAMinute(game)?.goal ?? `${summary}.`

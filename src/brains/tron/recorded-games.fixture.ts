import { tron } from '../../games/tron/index.ts'

const { 'light-cycle': light, 'boost-tron': boost, 'torus-tron': torus } = tron.presets

export const RECORDED_BOARDS = {
  'light-cycle 10×10': { ...light },
  'light-cycle 12×12 with walls': {
    ...light,
    width: 12,
    height: 12,
    walls: ['3,3', '4,3', '3,4', '8,8', '7,8', '8,7', '5,6', '6,5'],
  },
  'torus-tron 37×10': { ...torus },
  'torus 11×9, no walls': { ...torus, width: 11, height: 9, walls: 'none' },
  'torus 12×8, at once': { ...torus, width: 12, height: 8, walls: 'none' },
  'boost-tron 20×14': { ...boost, width: 20, height: 14, starts: '5,7,e -6,7,w' },
  'alternating 9×9, boosts': { ...light, width: 9, height: 9, boosts: 2, timing: 'alternating' },
  'relative 10×8': { ...light, width: 10, height: 8 },
}

/**
 * Games of the search against itself, played by the version in TypeScript that the kernel has replaced. A capital letter is a boost;
 * `remarks` is a hash of all that the brains said: values, depths, numbers of positions and lines.
 */
export const RECORDED: readonly Recorded[] = [
  {
    board: 'light-cycle 10×10',
    opening: 1,
    nodes: 25,
    remarks: '106112c2bc06fb4d',
    moves: 'ffffllrrrrlfflfrrlrlfffrfflrlffffrfffflffffffrrlrlfrfrfffrrffffrflff',
  },
  { board: 'light-cycle 10×10', opening: 2, nodes: 120, remarks: '2d4a5cd56782468c', moves: 'rrrf' },
  {
    board: 'light-cycle 10×10',
    opening: 3,
    nodes: 400,
    remarks: 'f1073bb8ebd80c95',
    moves:
      'llrrffllrrffffffffffllrrrrffrffffffrfffflfrffflfrflflrfrllrrrrlllfffrfffffflffrlflrrrrllllrrffrrrrff',
  },
  {
    board: 'light-cycle 10×10',
    opening: 4,
    nodes: 1500,
    remarks: 'd0dbf8be3ad291b3',
    moves: 'rrrrffrrllllrrffrrrrllrrffffffllllffffffrflflrfrrflfffffffffrfrrfrff',
  },
  {
    board: 'light-cycle 12×12 with walls',
    opening: 1,
    nodes: 25,
    remarks: '4b3d730845675148',
    moves:
      'llffffffllffrrffffffffrrffffrrllrrffrrrrllrrllllfflfrllfffrrrrllllrrrrllllrrffrrffffrffflrlrffrlrlfffrffllllffffffrrffffffffrrff',
  },
  {
    board: 'light-cycle 12×12 with walls',
    opening: 2,
    nodes: 120,
    remarks: 'efd463478b6b97e4',
    moves: 'llllffffffllrrffffrrffffffffllllffffffffffllffffffffllrrffrrllffllrrlrfffrfffffffffffflfff',
  },
  {
    board: 'light-cycle 12×12 with walls',
    opening: 3,
    nodes: 400,
    remarks: '0da8bcc3cc393f68',
    moves:
      'rrffffrrrrffllrrllffffffllffffffffffffffllffffffffffffffllffffffffffffffffffrlrffffffffffffffffffl',
  },
  {
    board: 'light-cycle 12×12 with walls',
    opening: 4,
    nodes: 1500,
    remarks: '638fad96f8afb7f1',
    moves: 'ffrflrrfllfflllfrlfrffffrrllffllffffllffffllrrrrffrrffllrlrflfffrlfrflfrfllflrfrfffffrfllrff',
  },
  {
    board: 'torus-tron 37×10',
    opening: 1,
    nodes: 25,
    remarks: '8515a0edd900e238',
    moves:
      'ewewewewewewewewewewewewewewewewnsewenenneeeeeeeeeeeeeeeeeeeeeeeeeeeeeeesesnswswwwnwnwnwwwswswswwwnwnwnwwwswswswwsnsnsnwwsswsnsnwennnnnwwsswsnswwsnsnenswsswsnswwsnwnnnnwesnsnswwsnwnnnwwssssesswsnwnnwwwsswensnwewnnnwwsswwnnwwsswsnewssswwnnwwsswwnnwnsewnnnwwsswwnnwwsswsnewssswwnnnn',
  },
  {
    board: 'torus-tron 37×10',
    opening: 2,
    nodes: 120,
    remarks: '0d5082bc26013241',
    moves:
      'ewewewewewewewewewewewewewewewewewewewewewewewewewewewewewewsnwewewewewewewewewewewewewewewewewewewewewewewewewewewewewewesnewewewewewewewewewewewewewewewewewewewewewewewewewewewewewewewnsnsnsnsnsnseesesesesesesesewewewewewewewewewewewewenn',
  },
  {
    board: 'torus-tron 37×10',
    opening: 3,
    nodes: 400,
    remarks: 'a4132d86965c0c4d',
    moves:
      'ewewewewewewewewewewewewewewnsewenewnsewesewewewewewewewewewewewswwwwnwewewewewewewewewewesewewnwwswewewewewnweweweweweweweneeeeseeeneeeeeneneneneeesnswswswswwwwwswwwwwwwwwwwwwwswswswswewswswewewewewewenewesewsnwnw',
  },
  {
    board: 'torus-tron 37×10',
    opening: 4,
    nodes: 1500,
    remarks: '7b597be5e0b2265d',
    moves:
      'wewewewewewewewewewewewewenswewewewewenswewewewewewewewewewewewesnewewewewewewewewewewewsnwewewewewewewewewesnwenswesnwensnsnsnsnsewewewewewewewewewewewewewewewsnewewewewnsewewewewnseeeeseeeneeeeneeeseeeeeesesesesesesesewewewenn',
  },
  {
    board: 'torus 11×9, no walls',
    opening: 1,
    nodes: 25,
    remarks: '1b20eaadd2d7cdbb',
    moves: 'nsnsnswewewewewe',
  },
  {
    board: 'torus 11×9, no walls',
    opening: 2,
    nodes: 120,
    remarks: 'f5c05b16ac3bf642',
    moves: 'seeeesssssseseesesseeessewswwssswensnwwssewsswewsnsnsnsnenensnewnsnsnswsswww',
  },
  {
    board: 'torus 11×9, no walls',
    opening: 3,
    nodes: 400,
    remarks: '200cd7724484b1dc',
    moves: 'seseessssewesseeesswewewssseeseesnwewewewewsswewswssswewssesesnennwnwenensewesesee',
  },
  {
    board: 'torus 11×9, no walls',
    opening: 4,
    nodes: 1500,
    remarks: '5cc7ba65150e2ffd',
    moves: 'nsewsnewewnsewnsewsnewnsewnsnsewsnewsnsnwewesnewewewsnwewewewewenswesnwewewewewe',
  },
  {
    board: 'torus 12×8, at once',
    opening: 1,
    nodes: 25,
    remarks: '3e5b6dd1279bf1a8',
    moves: 'snsnsnsnsnsnwewesnewsnwewewewenswesnsnewewen',
  },
  {
    board: 'torus 12×8, at once',
    opening: 2,
    nodes: 120,
    remarks: '56d6fbcdfa83287b',
    moves: 'nsnsnsewnswensewewewewsnewnsewewewewsnsnsnwensnswewesnwewesnenensnwwwsssesswwnwn',
  },
  {
    board: 'torus 12×8, at once',
    opening: 3,
    nodes: 400,
    remarks: '984949a26c7a941d',
    moves: 'snsnsnewsnwesnsnewewewsnwesnewsnwewensnswewesnwenswesnwensnsnsewen',
  },
  {
    board: 'torus 12×8, at once',
    opening: 4,
    nodes: 1500,
    remarks: '996c6765354db300',
    moves: 'neeenennwewnnewnwnne',
  },
  {
    board: 'boost-tron 20×14',
    opening: 1,
    nodes: 25,
    remarks: '6a310b2491034265',
    moves:
      'FFfffrRflrrfffffffflrfRflLffrrflfrllfffffffFlflrfrffffrffffflfffffffrfffffrlrrfflflfffrfrrfflrlrflrlrrfrflfffllrlfflflffffrfrffffffrfrllllfrfrflflrrrffffffffffrfrffffflrlfffffrfrffffflflrflfrrrrlflffllfrlrllrlfrrrflflf',
  },
  {
    board: 'boost-tron 20×14',
    opening: 2,
    nodes: 120,
    remarks: '000e5307718b349c',
    moves:
      'fflfRllRrllrflfllflrfrrfrlfllflrrrrffffrllrlrfflrffflfffflffrflflrfrrllrrfrlfllfLflffffllfrfrrlrrfrflflrfflfffrfrffflrlfrfllfrfffffffffffffrflflfrfLllrfrflffffffff',
  },
  {
    board: 'boost-tron 20×14',
    opening: 3,
    nodes: 400,
    remarks: '1f5e55bf0440f03f',
    moves:
      'LLffllrrrLFlrfffflfrrfflllffrffrrrffffffflffllrffrllffllfrffrrrllflffffrlrrFlfffrfrflffrLffflfffrrfllffrflfrffffffflffffrlrlfffrfffffffrfrffffflflrfffrfrlf',
  },
  {
    board: 'boost-tron 20×14',
    opening: 4,
    nodes: 1500,
    remarks: '25b28c34bf18f316',
    moves:
      'rrrRrflffrfffllfllrrRfrrlrllfrrfffffrrlfllrfffrfrllllrflrlrrfrfflrrffffrflfrflffrllfflrflrllrflfrfrffllRrffrfrlllRfffffffflfrflffrflfrffFfffFffflfrfrffrrrffflfrfrflffff',
  },
  {
    board: 'alternating 9×9, boosts',
    opening: 1,
    nodes: 25,
    remarks: '8118ec7afe25269f',
    moves: 'LllffrfRlrlffffffrrfflfrrfrffflflffrrrrffflflfflrrrfflflfffrfffrfff',
  },
  {
    board: 'alternating 9×9, boosts',
    opening: 2,
    nodes: 120,
    remarks: '425b8d92b76378df',
    moves: 'rrrFlrlfflrr',
  },
  {
    board: 'alternating 9×9, boosts',
    opening: 3,
    nodes: 400,
    remarks: '205fc8d06d014894',
    moves: 'fffrrffffllllffffrfrrfrfflflfffflrLRffLrfrll',
  },
  {
    board: 'alternating 9×9, boosts',
    opening: 4,
    nodes: 1500,
    remarks: '141ae118b1859320',
    moves: 'rrffrflrF',
  },
  {
    board: 'relative 10×8',
    opening: 1,
    nodes: 25,
    remarks: '9fb873020fd7cc7d',
    moves: 'ffllrrllrrrrlfflffrrrlflfffrlrlfflflfffffllflrrrrllrllffrlrflf',
  },
  {
    board: 'relative 10×8',
    opening: 2,
    nodes: 120,
    remarks: '281b9ef3d9a7544b',
    moves: 'ffrrllllrrrrllllffllffffffrrrrffffffffrrfffflllrfffffflffrffff',
  },
  {
    board: 'relative 10×8',
    opening: 3,
    nodes: 400,
    remarks: 'b40994f4826cbd78',
    moves: 'llffllffffffllllffffrrrrffffffllllffffrflrfrlfrflffffrfflfrr',
  },
  {
    board: 'relative 10×8',
    opening: 4,
    nodes: 1500,
    remarks: '04c171268b3874a7',
    moves: 'rrrrffllrrrrllllrrfflllfflflfrfrflrllrfrllllrfrrlrlfrlrfllflfrfr',
  },
]

interface Recorded {
  readonly board: keyof typeof RECORDED_BOARDS
  readonly opening: number
  readonly nodes: number
  readonly remarks: string
  readonly moves: string
}

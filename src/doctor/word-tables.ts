import type { HostLine, Misbelief, WrongForm } from './finding.ts'

/** What a bot did not wait for, and what to do about it. */
export const UNREAD: Readonly<Record<HostLine, readonly [what: string, fix: string]>> = {
  size: ['the size of the board', 'Read one line after the first ready: it is the size'],
  state: ['the state', 'Read the state line after every ready, then move'],
  number: ['its player number', 'Read the first line before anything else: 0 begins, 1 comes second'],
  'last-move': ["the opponent's last move", "Read one line after every move of yours: the opponent's answer"],
  hello: ['hello', 'Read hello before you say anything'],
  turn: ['its turn', 'Answer hello and turn only; played, cheated, flipped and over are news'],
}

/** Moves that cannot be read: why not, and how to write them. */
export const FORMS: Readonly<Record<WrongForm, readonly [cause: string, fix: string]>> = {
  separator: ['The two numbers are not separated by white space', 'Write a space between them: 3 4'],
  brackets: ['There are brackets around the numbers', 'Write the bare numbers: 3 4'],
  decimals: ['The numbers are not whole', 'Convert them to integers before printing: 3 4, not 3.0 4.0'],
  letters: ['A letter stands for the column', 'Write two numbers, counted from 0: 3 4'],
  hexadecimal: ['The numbers are not in base ten', 'Write decimal numbers: 10 4, not a 4 or 0xa 0x4'],
  'python-dict': ['It is a printed Python dictionary, not JSON', 'Use json.dumps: JSON has double quotes'],
  'not-json': ['It begins like JSON, but is not', 'Write the object with a JSON library'],
  key: ['The object has no field that the host knows', 'Use move, flip, resign or ready, in small letters'],
  'not-a-word': [
    'The value of move is not a string',
    'Write one of the words in legal, with quotes: {"move":"3,4"}',
  ],
  reversed: ['The two parts of the move are in the wrong order', 'Write the file first, then the rank: e2'],
}

type Belief = (why: string) => readonly [title: string, cause: string, fix: string]

const onBoard =
  (belief: string, fix: string): Belief =>
  (why) => ['It played an illegal move', `${sentence(why)}. All its moves fit if it ${belief}`, fix]

const onRoad =
  (belief: string, fix: string): Belief =>
  (why) => ['It misreads the state', `${sentence(why)}. Its driving is careful if it ${belief}`, fix]

/** What a bot seems to believe, told with what came of it. */
export const BELIEFS: Readonly<Record<Misbelief, Belief>> = {
  swapped: onBoard(
    "has x and y in the wrong order, either when it writes its own moves or when it reads the opponent's",
    'Write and read the column first, then the row: x y',
  ),
  'one-based-writing': onBoard('writes coordinates that count from 1', 'Count from 0: the first cell is 0 0'),
  'one-based-reading': onBoard(
    "takes the opponent's coordinates to count from 1",
    'Take them as they are: the first cell is 0 0',
  ),
  'misses-last-move': onBoard(
    "does not know the opponent's last move",
    "Read and mark the opponent's move before you choose yours",
  ),
  'misses-first-move': onBoard(
    "does not know the opponent's first move",
    "As player 1, read the opponent's first move after your number",
  ),
  'forgets-own-moves': onBoard(
    'does not remember its own moves',
    'Mark your own moves on your board, too: the host does not repeat them',
  ),
  'ignores-opponent': onBoard("does not mark the opponent's moves", 'Mark every move you read on your board'),
  'swapped-state': onRoad('takes x for y', 'Read the state as direction, x, y: the column comes first'),
  'upside-down': onRoad('lets y grow upwards', '(0,0) is the top left, and s makes y larger'),
  'fixed-size': onRoad('takes every board for 10×10', 'Believe the size that is sent after the first ready'),
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

import type { Cause, Finding, HostLine, Misbelief, WrongForm } from './finding.ts'
import type { Observation } from './observation.ts'
import { duration } from './duration.ts'

/** A finding in words: what happened, and what to do about it. Sentences without a full stop. */
export interface Words {
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Every sentence about a mistake is written here. */
export function describeCause(cause: Cause, seen: Observation): Words {
  switch (cause.kind) {
    case 'cannot-start':
      return words('It does not start', cause.detail, 'Try the same command in a terminal first')
    case 'slow-start':
      return words(
        seen.wire === 'longest-group' ? 'Its first move came too late' : 'It was not ready in time',
        `It ${took(cause)}${seen.wire === 'longest-group' ? '; on this wire the first move takes the time to start along' : ''}`,
        'Load and compute less before the first answer, or compile the bot beforehand',
      )
    case 'slow-move':
      return words(
        'It was too slow in a move',
        `It ${took(cause)}`,
        'Look at the clock while thinking, and answer with the best move so far',
      )
    case 'not-flushed':
      return words(
        'Its output is not flushed',
        cause.proof === 'terminal'
          ? 'On a pseudo-terminal the same program answers at once: it keeps its output back when it writes to a pipe'
          : 'What it had written came only when its input was closed',
        `Flush after every answer: ${FLUSHES}`,
      )
    case 'reads-to-end':
      return words(
        'It answers only when its input is closed',
        'It reads its input to the end before it answers, on a terminal too',
        'Read one line at a time: the host sends the next one only after your answer',
      )
    case 'waits-for-more':
      return waitsForMore(seen, cause.lastError)
    case 'no-line-end':
      return words(
        'Its answer has no line feed at its end',
        'The host cannot know that the answer is complete, as 3 1 could become 3 10',
        'Write a line feed after every answer, and flush',
      )
    case 'no-greeting':
      return seen.wire === 'json'
        ? words(
            'It did not answer hello with ready',
            'It never reads hello, or takes it for a turn',
            'Answer hello with {"ready":true}, and only turn with a move',
          )
        : words(
            'It did not say ready',
            'It sends a move where ready is due',
            'Say ready once at the start and once before every state line',
          )
    case 'extra-output':
      return words(
        'It writes something that is no answer',
        'Debug text, a prompt or a banner goes to stdout',
        'Print such things to stderr: stdout belongs to the host',
      )
    case 'two-answers':
      return words(
        'It sends two moves in one turn',
        `After the move the word ${cause.word} came once more; the first of them counted`,
        'Print debug text to stderr: every left, right and forward on stdout is taken for a move',
      )
    case 'chatter':
      return words(
        'It writes text that the host passes over',
        'Debug text goes to stdout',
        'Print it to stderr: one day it will contain the word left',
      )
    case 'wrong-case':
      return words(
        'It writes its words in capitals',
        'Words are in small letters on this wire',
        `Write ${cause.right}`,
      )
    case 'wrong-word':
      return words(
        'It writes a word that is no move',
        'The word means nothing here',
        `Write ${expectedNow(seen)}`,
      )
    case 'wrong-form':
      return words('It writes its move in a form that cannot be read', ...FORMS[cause.form])
    case 'did-not-wait':
      return didNotWait(cause.line, seen)
    case 'out-of-turn':
      return words(
        'It speaks when it is not its turn',
        sentence(cause.detail),
        'Wait for the question, and answer it once',
      )
    case 'counts-players-from-one':
      return words(
        'It is wrong about who begins',
        'It counts players from 1: as player 0 it waits, as player 1 it begins',
        'Take 0 for the player who begins and 1 for the other',
      )
    case 'misbelief':
      return words(...BELIEFS[cause.belief](cause.why))
    case 'illegal':
      return words('It played an illegal move', `The move is illegal: ${cause.why}`, illegalFix(seen))
    case 'exited':
      return words(
        'It ended too early',
        `The program ended by itself (${cause.detail})${saying(cause.lastError)}`,
        'Play in a loop until the input ends; the host closes it when the round is over',
      )
    case 'crashed':
      return words(
        'It crashed',
        `${sentence(cause.detail)}${saying(cause.lastError)}`,
        'Repair what the last lines of its stderr point at',
      )
    case 'out-of-memory':
      return words(
        'It used too much memory',
        sentence(cause.detail),
        'Keep less, or free what earlier moves needed',
      )
    case 'resigned':
      return words('It resigned', 'It gave the round up, which is allowed', 'Nothing, if it was meant')
    case 'false-flip':
      return words(
        'It flipped the table although nothing was wrong',
        'It takes an ordinary move for a cheat',
        'Flip only when the question has the field cheated',
      )
    case 'missed-flip':
      return words(
        'It did not flip the table at a cheat',
        'The question had the field cheated, and it played on',
        'Answer a turn that has cheated with {"flip":true}',
      )
    case 'failed':
      return seen.neverBegan
        ? words('It cannot be loaded', sentence(cause.detail), 'Export a brain as default: { name, move }')
        : words(
            'Its move failed',
            sentence(cause.detail),
            'Return one of the words in legal, or call play once',
          )
  }
}

/** What the host was waiting for. */
export function expectedNow({ wire, awaited, fault, neverBegan, trial }: Observation): string {
  if (fault?.kind === 'missed-flip' || (trial.opponent === 'cheater' && fault === undefined))
    return '{"flip":true} and a line feed'
  switch (wire) {
    case 'light-cycle':
      return awaited === 'ready' ? 'the word ready' : 'one of the words left, right and forward'
    case 'longest-group':
      return 'a column and a row from 0 to 10, as in 3 4, and a line feed'
    case 'json':
      return awaited === 'greeting'
        ? '{"ready":true} and a line feed'
        : '{"move":"…"} with a legal move, and a line feed'
    case 'brain':
      return neverBegan ? 'a brain that gets ready' : 'one of the legal moves'
  }
}

const words = (title: string, cause: string, fix: string): Words => ({ title, cause, fix })

const FLUSHES =
  'print(…, flush=True) in Python, std::endl in C++, fflush(stdout) in C, System.out.flush() in Java'

function took({
  lateMs,
  cpuMs,
  limitMs,
}: Extract<Cause, { readonly kind: 'slow-start' | 'slow-move' }>): string {
  const when =
    lateMs === undefined
      ? `gave no answer within ${duration(limitMs)}, nor later`
      : `took ${duration(lateMs)}, and ${duration(limitMs)} are allowed`
  return cpuMs === undefined ? when : `${when} (${duration(cpuMs)} of processor time)`
}

function waitsForMore({ wire, awaited, trial }: Observation, error: string | undefined): Words {
  const cause = `It was still reading when its input was closed${saying(error)}`
  if (wire === 'light-cycle' && awaited === 'ready')
    return words(
      'It waits for the host to speak',
      `On this wire the program speaks first. ${cause}`,
      'Say ready before you read the size, and before every state line',
    )
  if (wire === 'longest-group' && trial.seat === 0)
    return words(
      'It waits for a line that is not sent',
      cause,
      'Player 0 begins: read only your number before the first move, and one line after every move',
    )
  return words(
    'It waits for a line that is not sent',
    cause,
    'Count the lines you read: one too many, and both sides wait for ever',
  )
}

function didNotWait(line: HostLine, { fault }: Observation): Words {
  const [what, fix] = UNREAD[line]
  const harm = fault === undefined ? ': allowed, but then it plays blind' : ', and went wrong after that'
  return words(`It does not wait for ${what}`, `It answered before ${what} was sent${harm}`, fix)
}

const UNREAD: Readonly<Record<HostLine, readonly [what: string, fix: string]>> = {
  size: ['the size of the board', 'Read one line after the first ready: it is the size'],
  state: ['the state', 'Read the state line after every ready, then move'],
  number: ['its player number', 'Read the first line before anything else: 0 begins, 1 comes second'],
  'last-move': ["the opponent's last move", "Read one line after every move of yours: the opponent's answer"],
  hello: ['hello', 'Read hello before you say anything'],
  turn: ['its turn', 'Answer hello and turn only; played, cheated, flipped and over are news'],
}

const FORMS: Readonly<Record<WrongForm, readonly [cause: string, fix: string]>> = {
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

const onBoard =
  (belief: string, fix: string) =>
  (why: string): readonly [string, string, string] => [
    'It played an illegal move',
    `${sentence(why)}. All its moves fit if it ${belief}`,
    fix,
  ]

const onRoad =
  (belief: string, fix: string) =>
  (why: string): readonly [string, string, string] => [
    'It misreads the state',
    `The round ended by ${why}, though there was another way. Its driving is careful if it ${belief}`,
    fix,
  ]

const BELIEFS: Readonly<Record<Misbelief, (why: string) => readonly [string, string, string]>> = {
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
  'mistaken-for-opponent': onRoad(
    "takes the opponent's half of the state for its own",
    'The first three values are yours, the last three the opponent’s',
  ),
  'fixed-size': onRoad('takes every board for 10×10', 'Believe the size that is sent after the first ready'),
}

const illegalFix = ({ wire }: Observation): string =>
  wire === 'json' || wire === 'brain'
    ? 'Choose from legal: it has every legal move'
    : 'Keep a board of both players’ moves, and choose a free cell'

const saying = (error: string | undefined): string =>
  error === undefined ? '' : `; the last it said was ${error}`

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The words of a finding, with what was expected. */
export const describeFinding = (finding: Finding): Words & { readonly expected: string } => ({
  ...describeCause(finding.cause, finding.seen),
  expected: expectedOf(finding),
})

function expectedOf({ cause, seen }: Finding): string {
  switch (cause.kind) {
    case 'did-not-wait':
    case 'out-of-turn':
    case 'counts-players-from-one':
      return 'nothing before the host has spoken'
    case 'two-answers':
      return 'one move, then ready'
    case 'chatter':
      return 'nothing but ready, left, right and forward'
    case 'misbelief':
      return seen.wire === 'light-cycle' ? 'a way that is free' : `${expectedNow(seen)}; a free cell`
    default:
      return expectedNow(seen)
  }
}

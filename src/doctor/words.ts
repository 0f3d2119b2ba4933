import { duration } from './duration.ts'
import type { Words } from '../protocols/wire-doctor.ts'
import { wordsOf } from './diagnose-round.ts'
import type { Cause, Finding } from './finding.ts'
import { hasHandshake, moveWords } from './knowledge.ts'
import type { Observation } from './observation.ts'
import { CHEATER } from './opponents.ts'

/** The words of a finding, with what was expected. */
export const describeFinding = (finding: Finding): Words & { readonly expected: string } => ({
  ...describeCause(finding.cause, finding.seen),
  expected: expectedOf(finding),
})

/** All sentences about mistakes, except those that a wire or a game brings itself. */
function describeCause(cause: Cause, seen: Observation): Words {
  switch (cause.kind) {
    case 'cannot-start':
      return words('It does not start', cause.detail, 'Try the same command in a terminal first')
    case 'slow-start':
      return words(
        hasHandshake(seen.knows) ? 'It was not ready in time' : 'Its first move came too late',
        `It ${took(cause, seen)}${hasHandshake(seen.knows) ? '' : '; on this wire the first move takes the time to start along'}`,
        'Load and compute less before the first answer, or compile the bot beforehand',
      )
    case 'slow-move':
      return words(
        'It was too slow in a move',
        `It ${took(cause, seen)}`,
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
      return words(cause.title, cause.cause, cause.fix)
    case 'extra-output':
      return words(
        'It writes something that is no answer',
        'Debug text, a prompt or a banner goes to stdout',
        'Print such things to stderr: stdout belongs to the host',
      )
    case 'too-much':
      return words(
        'It writes too much',
        sentence(cause.detail),
        'Write one short answer to each question, and print everything else to stderr',
      )
    case 'utf-16':
      return words(
        'It writes UTF-16',
        'Each of its characters has two bytes, one of them 0',
        'Write UTF-8 or ASCII: in C# set Console.OutputEncoding, in Python leave encoding="utf-16" out',
      )
    case 'two-answers':
      return words(
        'It sends two moves in one turn',
        `After the move the word ${cause.word} came once more; the first of them counted`,
        `Print debug text to stderr: every ${enumerate(moveWords(seen.knows))} on stdout is taken for a move`,
      )
    case 'chatter':
      return words(
        'It writes text that the host passes over',
        'Debug text goes to stdout',
        `Print it to stderr: one day it will contain the word ${moveWords(seen.knows)[0]}`,
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
      return words('It writes its move in a form that cannot be read', cause.why, cause.fix)
    case 'did-not-wait':
      return didNotWait(cause, seen)
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
      return words(cause.title, `${sentence(cause.why)}. ${cause.proof}`, cause.fix)
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
        cause.fix ?? 'Repair what the last lines of its stderr point at',
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
        `Answer a turn that has cheated with ${seen.knows.doctor.flip ?? 'a flip'}`,
      )
    case 'failed':
      return seen.neverBegan
        ? words(
            'It cannot be loaded',
            sentence(cause.detail),
            repair(cause) ?? 'Export a brain as default: { name, move }',
          )
        : words(
            'Its move failed',
            sentence(cause.detail),
            repair(cause) ?? 'Return one of the words in legal, or call play once',
          )
  }
}

const words = (title: string, cause: string, fix: string): Words => ({ title, cause, fix })

const FLUSHES =
  'print(…, flush=True) in Python, std::endl in C++, fflush(stdout) in C, System.out.flush() in Java'

/** The fix of a brain that threw an error or ended its thread; undefined if it did neither. */
function repair({ detail, place }: Extract<Cause, { readonly kind: 'failed' }>): string | undefined {
  if (place !== undefined) return `Repair ${place}`
  if (/: it is a brain for \S+$/.test(detail)) return 'Set its field game to the game of this challenge'
  if (detail === 'its thread ended') return 'Do not call process.exit: the host ends the brain'
  return /^(?:loading it|its \w+) threw /.test(detail) ? 'Repair the code that throws this error' : undefined
}

function took(
  { lateMs, cpuMs, limitMs }: Extract<Cause, { readonly kind: 'slow-start' | 'slow-move' }>,
  { again }: Observation,
): string {
  const when =
    lateMs === undefined
      ? `gave no answer within ${duration(limitMs)}${again ? ', nor later' : ''}`
      : lateMs < limitMs
        ? `gave no answer within ${duration(limitMs)}, but answered after ${duration(lateMs)} when it was told the same again`
        : `took ${duration(lateMs)}, and ${duration(limitMs)} are allowed`
  return cpuMs === undefined ? when : `${when} (${duration(cpuMs)} of processor time)`
}

function waitsForMore({ knows, awaited, seat }: Observation, error: string | undefined): Words {
  const known = knows.doctor.whyWaiting?.(awaited, seat)
  const reading = `It was still reading when its input was closed${saying(error)}`
  return words(
    known?.title ?? 'It waits for a line that is not sent',
    known?.cause === undefined ? reading : `${known.cause}. ${reading}`,
    known?.fix ?? 'Count the lines you read: one too many, and both sides wait for ever',
  )
}

function didNotWait(
  { what, fix, mayComeEarly }: Extract<Cause, { readonly kind: 'did-not-wait' }>,
  { fault }: Observation,
): Words {
  const harm = fault
    ? ', and went wrong after that'
    : mayComeEarly
      ? ': allowed, but then it plays blind'
      : ', which loses the round if the host sees it'
  return words(`It does not wait for ${what}`, `It answered before ${what} was sent${harm}`, fix)
}

const illegalFix = ({ knows }: Observation): string =>
  knows.doctor.isPositionUntold
    ? 'Keep a board of both players’ moves, and choose a free cell'
    : 'Choose from legal: it has every legal move'

/** What should have come instead. */
function expectedOf({ cause, seen }: Finding): string {
  if (cause.kind === 'chatter') return `nothing but ${enumerate(wordsOf(seen.knows))}`
  if (cause.kind === 'misbelief') return cause.expected ?? `${expectedNow(seen)}; a free cell`
  return EXPECTED[cause.kind] ?? expectedNow(seen)
}

const EXPECTED: Partial<Readonly<Record<Cause['kind'], string>>> = {
  'did-not-wait': 'nothing before the host has spoken',
  'out-of-turn': 'nothing before the host has spoken',
  'counts-players-from-one': 'player 0 to begin',
  'two-answers': 'one move, then ready',
}

/** What the host was waiting for. */
function expectedNow({ knows: { doctor }, awaited, fault, trial }: Observation): string {
  const mustFlip = fault?.kind === 'missed-flip' || (trial.opponent === CHEATER && fault === undefined)
  return mustFlip && doctor.flip !== undefined ? `${doctor.flip} and a line feed` : doctor.expected(awaited)
}

const enumerate = (list: readonly string[]): string => list.join(', ').replace(/, (?=[^,]*$)/, ' and ')

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const saying = (error: string | undefined): string =>
  error === undefined ? '' : `; the last it said was ${error}`

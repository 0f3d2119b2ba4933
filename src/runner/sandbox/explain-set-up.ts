import { readFacts, wordsOf } from './find-obstacles.ts'
import { describeObstacles, stepOf, type SandboxFacts } from './obstacle.ts'

/** Why bubblewrap could not set a sandbox up and what to do, from its stderr. */
export function explainSetUp(
  stderr: string,
  isRoot: boolean,
  facts: SandboxFacts = readFacts(isRoot),
): string {
  const words = wordsOf(stderr)
  if (words === '') return 'bubblewrap ended without a word'
  if (/seccomp/i.test(words)) return `the kernel takes no seccomp filter (${words})`
  const step = stepOf(words)
  return step === undefined
    ? `bubblewrap says "${words}"`
    : describeObstacles(facts, { [step]: words }).join('; ')
}

import { codesOf, isRequestCode, type ProblemCode } from '../../src/base/problem-codes.ts'
import { PROBLEM_TEXTS } from '../../src/base/problem-texts.ts'
import { NOTICE, table } from './table.ts'

const CODES = Object.keys(PROBLEM_TEXTS) as readonly ProblemCode[]

/** Every code of a problem with its cause and its cure. */
export const errorsPage = (): string => `# Problem codes: cause and cure

${NOTICE}

Every refusal of the API is \`{"error": CODE, "message": SENTENCE}\`, and the command line prints the same sentences. The message names the thing
itself: which field, which bot, which match. \`at\`, where it is there, names the part of the request that is wrong, like \`settings.width\`. Programs compare the code,
which never changes; sentences may.

The polling wire has the codes of [its page](../wire/boost-tron.md), the SSE arena has none: its contest document prescribes sentences.

## From the API

${STATUSES.map((status) => `### ${status}\n\n${rowsOf(codesOf(status))}`).join('\n\n')}

## On one machine

These codes never leave the machine: the command line, the SDK and the build of an uploaded bot show their sentences.

${rowsOf(CODES.filter((code) => !isRequestCode(code)).toSorted())}
`

const STATUSES = Array.from({ length: 600 }, (_, status) => status).filter(
  (status) => codesOf(status).length > 0,
)

function rowsOf(codes: readonly ProblemCode[]): string {
  return table(
    ['code', 'cause', 'cure'],
    codes.map((code) => [`\`${code}\``, ...PROBLEM_TEXTS[code]]),
  )
}

import type { IllegalMovePolicy } from '../match/rules.ts'

/** What an illegal move costs, in one sentence without a full stop. */
export function describeIllegal(policy: IllegalMovePolicy): string {
  switch (policy.kind) {
    case 'forfeit':
      return 'An illegal move loses the round'
    case 'retry':
      return policy.times === 'unlimited'
        ? 'An illegal move is refused, and your clock runs on'
        : `An illegal move is refused while your clock runs on; more than ${policy.times} in one turn lose the round`
    case 'flip':
      return 'An illegal move gives the round away: your opponent flips the table'
  }
}

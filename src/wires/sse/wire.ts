import { casesOf } from '../../evaluation/cases.ts'
import type { Wire } from '../../protocols/wire.ts'
import { quoridorDoctor, ticTacToeDoctor } from './game-doctors.ts'

export const wire: Wire = {
  id: 'sse',
  transport: 'sse',
  folder: import.meta.dirname,
  tellsPosition: false,
  callsTeams: true,
  page: 'wire/sse-arena',
  gameDoctors: [quoridorDoctor, ticTacToeDoctor],
  // The arena, the team beside it, and a call for a battle.
  firstSteps: (run, challenge) => [
    'npx gamegrid serve',
    run,
    `curl -d teamUrl=http://127.0.0.1:8001 -d caseType=${casesOf(challenge)[0]?.id} http://127.0.0.1:8080/${challenge}/practice`,
  ],
}

import { runSuite } from './suite.ts'

/** The suite as a program of its own, for another user to run: BOTS OPPONENT, both made by an arena. */
const [bots = '', opponent = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await runSuite(bots, opponent)))

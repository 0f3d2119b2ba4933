import { runSuite } from './suite.ts'

/** Runs the suite as a program, for another user: BOTS OPPONENT, both folders made by an arena. */
const [bots = '', opponent = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await runSuite(bots, opponent)))

import { must } from '../../src/base/result.ts'
import { startProcess } from '../../src/runner/process/start-process.ts'

/** A host whose first bot kills it at once. TOKEN is in the command line of the bot, which would then sleep on. */
const token = process.argv[2] ?? ''
must(await startProcess({ argv: ['sh', '-c', `kill -9 $PPID; sleep 1000; : ${token}`], cwd: '/' }))

import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../runner/lower-thread-priority.ts'
import { readUpload, type Upload } from './read-upload.ts'

/** The thread that reads one upload: whatever time its bytes take, the event loop of the server stays free. */
const port = parentPort
if (port === null) throw new Error('read-upload-thread.ts must be run as a worker')

// With the lowest priority this thread takes no core from a match.
lowerThreadPriority()
port.postMessage(await readUpload(workerData as Upload))

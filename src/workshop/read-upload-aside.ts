import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { errorCode } from '../base/error-code.ts'
import { fail, type Result } from '../base/result.ts'
import type { ReadUpload, Upload } from './read-upload.ts'

/** As much as a build may take. */
const READ_SECONDS = 120
const MEMORY_MB = 512

interface Terms {
  readonly seconds?: number
  readonly signal?: AbortSignal
}

/** `readUpload` in a thread of its own, which ends when its time is over. */
export async function readUploadAside(
  upload: Upload,
  { seconds = READ_SECONDS, signal }: Terms = {},
): Promise<Result<ReadUpload>> {
  const worker = new Worker(new URL(import.meta.resolve(threadFile)), {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // A failure that comes too late, after its time is over.
  worker.on('error', () => {})
  const deadline = AbortSignal.timeout(seconds * 1000)
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    const [answer] = (await once(worker, 'message', { signal: stop })) as [Result<ReadUpload>]
    return answer
  } catch (error) {
    if (signal?.aborted) return fail('build-stopped', 'Cannot unpack the archive: it was interrupted')
    if (deadline.aborted)
      return fail('archive-limit', `Cannot unpack the archive: it takes more than ${seconds} s`)
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
      return fail('archive-limit', `Cannot unpack the archive: it takes more than ${MEMORY_MB} MB of memory`)
    throw error
  } finally {
    await worker.terminate()
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './read-upload-thread.ts' : './read-upload-thread.js'

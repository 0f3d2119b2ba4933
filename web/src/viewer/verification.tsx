import { useEffect, useState } from 'react'
import { onWorkerFailure } from '../parts/worker-failure.ts'
import type { Verdict } from '../story/verify.worker.ts'

/** Replays the finished record in a worker and says whether each line follows from the lines before. */
export function Verification({ lines }: { readonly lines: readonly string[] }) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const worker = new Worker(new URL('../story/verify.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Verdict>) => setVerdict(data))
    onWorkerFailure(worker, setFailure)
    worker.postMessage(lines.join(''))
    return () => worker.terminate()
  }, [lines])
  if (failure !== undefined)
    return (
      <span className="verified muted" title={failure}>
        Not checked
      </span>
    )
  if (verdict === undefined) return <span className="verified muted">Checking</span>
  return verdict.problem === undefined ? (
    <span className="verified" title="Your browser has checked every line of the record by the rules">
      ✓ Verified
    </span>
  ) : (
    <span className="verified" data-tone="bad" role="alert">
      {verdict.problem}
    </span>
  )
}

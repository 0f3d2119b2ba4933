/** Why a file of the site cannot be fetched. */
export const WHY_NOT_FETCHED = 'The server cannot be reached just now, or it has a newer version of this page'

/** Hears why a worker cannot run: its file cannot be fetched, or its code fails, as in a browser that lacks what it needs. */
export function onWorkerFailure(worker: Worker, tell: (why: string) => void): void {
  worker.addEventListener('error', (event) => tell(event.message || WHY_NOT_FETCHED))
}

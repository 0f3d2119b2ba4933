/** The purpose of a sandbox: to play or to build. */
export type SandboxPolicy = { readonly kind: 'play' } | BuildPolicy

/** A build may start processes, and write to its own folder and to a /tmp of its own. */
export interface BuildPolicy {
  readonly kind: 'build'
  /** The folder on the host that is mounted as its /tmp. */
  readonly scratch: string
  /** Processes and threads at once. */
  readonly processes: number
  /** The largest file it may write. */
  readonly fileMb: number
}

export const PLAY: SandboxPolicy = { kind: 'play' }

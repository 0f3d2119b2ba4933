import type { UploadedSource } from '../workshop/examine-upload.ts'

/** A version that a worker is to build and try, as plain data. */
export interface BuildOrder {
  readonly kind: 'build'
  /** The name of the build, unique in its run. */
  readonly key: string
  readonly challenge: string
  /** The name of the bot. */
  readonly name: string
  /** The team that owns it. */
  readonly team: number
  readonly source: UploadedSource
  /** With it a worker fetches the source from the arena, and hands over what it built. */
  readonly ticket: string
  /** Runtimes and tools that its commands need, as far as a worker found that out. */
  readonly needs: readonly string[]
}

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Compiles the library between a program and its disk, for LD_PRELOAD; returns its path. */
export function buildSyncShim(folder: string): string {
  const library = join(folder, 'sync-shim.so')
  const source = join(import.meta.dirname, 'sync-shim.c')
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-w', '-o', library, source, '-ldl', '-lpthread'])
  return library
}

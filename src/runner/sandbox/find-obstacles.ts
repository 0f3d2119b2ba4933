import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  coveredPaths,
  describeObstacles,
  type RefusedSteps,
  type SandboxFacts,
  type SandboxStep,
} from './obstacle.ts'

/**
 * Everything that keeps bubblewrap from setting a sandbox up, one sentence each. bubblewrap itself names the first
 * obstacle only, so each of its steps is tried alone.
 */
export async function findObstacles(bwrap: string, isRoot: boolean): Promise<readonly string[]> {
  const user = isRoot ? ['--unshare-ipc'] : ['--unshare-user']
  const failure = (more: readonly string[]): Promise<string | undefined> =>
    new Promise((resolve) =>
      execFile(bwrap, [...user, '--ro-bind', '/', '/', ...more, '--', '/bin/true'], (error, _, stderr) =>
        resolve(error ? wordsOf(stderr) : undefined),
      ),
    )
  const refused: Partial<Record<SandboxStep, string>> = {}
  for (const [step, options] of STEPS) {
    const words = await failure(options)
    if (words !== undefined) refused[step] = words
    // All other steps need namespaces.
    if (step === 'namespaces' && words !== undefined) break
  }
  return describeObstacles(readFacts(isRoot), refused satisfies RefusedSteps)
}

const STEPS: readonly (readonly [SandboxStep, readonly string[]])[] = [
  ['namespaces', []],
  ['host name', ['--unshare-uts', '--hostname', 'bot']],
  ['/proc', ['--unshare-pid', '--proc', '/proc']],
  ['loopback', ['--unshare-net']],
]

export const wordsOf = (stderr: string): string => /^bwrap: (.*)$/m.exec(stderr)?.[1] ?? stderr.trim()

export const readFacts = (isRoot: boolean): SandboxFacts => ({
  isRoot,
  settings: SETTINGS.flatMap(([file, forbidding, right]) =>
    read(`/proc/sys/${file}`) === forbidding ? [right] : [],
  ),
  isFiltered: /^Seccomp:\s*2$/m.test(read('/proc/self/status') ?? ''),
  appArmor: /^(\S+) \(enforce\)/.exec(read('/proc/self/attr/current') ?? '')?.[1],
  covered: coveredPaths(read('/proc/self/mountinfo') ?? ''),
})

/** A file of /proc/sys, the value by which it forbids user namespaces, and the setting that allows them. */
const SETTINGS = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1', 'kernel.apparmor_restrict_unprivileged_userns=0'],
  ['kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
  ['user/max_user_namespaces', '0', 'user.max_user_namespaces=10000'],
] as const

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** What the machine or its container says about itself. */
export interface SandboxFacts {
  readonly isRoot: boolean
  /** Kernel settings that forbid user namespaces, as `sysctl` sets them right. */
  readonly settings: readonly string[]
  /** Whether a seccomp filter is around us already, as in a container. */
  readonly isFiltered: boolean
  /** The AppArmor profile that is enforced on us. */
  readonly appArmor: string | undefined
  /** Paths of /proc that something is mounted over. */
  readonly covered: readonly string[]
}

/** The steps of bubblewrap that can be refused. */
export type SandboxStep = 'namespaces' | 'host name' | '/proc' | 'loopback'

/** What bubblewrap said about each step that failed. */
export type RefusedSteps = Readonly<Partial<Record<SandboxStep, string>>>

/** The step that a message of bubblewrap is about. */
export function stepOf(words: string): SandboxStep | undefined {
  if (/mount proc/i.test(words)) return '/proc'
  if (/hostname/i.test(words)) return 'host name'
  if (/loopback/i.test(words)) return 'loopback'
  return /namespace|not permitted|permission denied|uid map|no space left|unexpected capabilities/i.test(
    words,
  )
    ? 'namespaces'
    : undefined
}

/** Why these steps were refused and what to do: one sentence for each cause. */
export function describeObstacles(facts: SandboxFacts, refused: RefusedSteps): readonly string[] {
  const { namespaces } = refused
  return [
    ...(namespaces === undefined ? [] : whyNoNamespaces(facts, namespaces)),
    ...(refused['host name'] === undefined
      ? []
      : [`a seccomp filter refuses to set a host name: ${WITH_PROFILE}`]),
    // Without namespaces, bubblewrap did not get as far as mounting /proc. For root of the machine itself, nothing can cover it.
    ...(refused['/proc'] !== undefined ||
    (namespaces !== undefined && !facts.isRoot && facts.covered.length > 0)
      ? [whyNoProc(facts, refused['/proc'])]
      : []),
    ...(refused.loopback === undefined
      ? []
      : ['root may not set up a network here: the container needs CAP_NET_ADMIN, too (--cap-add NET_ADMIN)']),
  ]
}

function whyNoNamespaces(
  { isRoot, settings, appArmor, isFiltered }: SandboxFacts,
  words: string,
): readonly string[] {
  if (isRoot)
    return [
      `root may not make namespaces here: the container needs CAP_SYS_ADMIN and CAP_NET_ADMIN, or better an ordinary user ("${words}")`,
    ]
  if (/unexpected capabilities/i.test(words))
    return [
      'gamegrid has a capability (AmbientCapabilities= of systemd, --cap-add of Podman), and bubblewrap then refuses to start: start gamegrid without it',
    ]
  if (/no space left|ENOSPC/i.test(words))
    return [
      `there may be no more user namespaces: sysctl user.max_user_namespaces=10000 on the host ("${words}")`,
    ]
  const reasons = [
    ...settings.map(
      (setting) => `user namespaces are forbidden: sysctl ${setting} on the host, or run as root`,
    ),
    ...(appArmor === undefined
      ? []
      : [
          `the AppArmor profile ${appArmor} may refuse mounts: start the container with --security-opt apparmor=unconfined (Kubernetes: appArmorProfile of type Unconfined)`,
        ]),
    ...(isFiltered ? [`a seccomp filter refuses user namespaces or mounts: ${WITH_PROFILE}`] : []),
  ]
  return reasons.length > 0
    ? reasons
    : [`user namespaces are forbidden here ("${words}"); run as root or outside the container`]
}

const WITH_PROFILE =
  'start the container with --security-opt seccomp=deploy/seccomp.json (Kubernetes: seccompProfile of type Localhost)'

function whyNoProc({ covered }: SandboxFacts, words: string | undefined): string {
  return covered.length === 0
    ? `the kernel mounts no /proc in a sandbox ("${words}")`
    : `the container covers ${covered.join(', ')}, so the kernel mounts no /proc in a sandbox: uncover them with --security-opt systempaths=unconfined (Podman: unmask=ALL; Kubernetes: procMount: Unmasked and hostUsers: false)`
}

/** The mounts below /proc, from /proc/self/mountinfo. Those of other mechanisms, like binfmt_misc, cover nothing. */
export const coveredPaths = (mountinfo: string): readonly string[] =>
  mountinfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ')
    const folder = left.split(' ')[4] ?? ''
    return folder.startsWith('/proc/') && !right.startsWith('binfmt_misc ') && !right.startsWith('autofs ')
      ? [folder]
      : []
  })

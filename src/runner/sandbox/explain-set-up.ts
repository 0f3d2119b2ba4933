import { readFileSync } from 'node:fs'

/** Why bubblewrap could not set a sandbox up and what to do, from its stderr. */
export function explainSetUp(stderr: string, isRoot: boolean): string {
  const words = /^bwrap: (.*)$/m.exec(stderr)?.[1]
  if (words === undefined) return 'bubblewrap ended without a word'
  if (/seccomp/i.test(words)) return `the kernel takes no seccomp filter (${words})`
  if (!/namespace|not permitted|permission denied|uid map|no space left/i.test(words))
    return `bubblewrap says "${words}"`
  if (isRoot) return `this container may not make namespaces: it needs CAP_SYS_ADMIN ("${words}")`
  if (readSetting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor forbids user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, or run as root)'
  if (readSetting('kernel/unprivileged_userns_clone') === '0')
    return 'user namespaces are forbidden (sysctl kernel.unprivileged_userns_clone=1, or run as root)'
  if (readSetting('user/max_user_namespaces') === '0')
    return 'user namespaces are forbidden (sysctl user.max_user_namespaces=10000, or run as root)'
  return `user namespaces are forbidden here ("${words}"); run as root or outside the container`
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return undefined
  }
}

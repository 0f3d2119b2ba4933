import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allowed, inspected, refused } from '../src/runner/sandbox/syscalls.ts'

/** One rule of a profile, as Docker, Podman and Kubernetes read it. */
export interface ProfileRule {
  readonly names: readonly string[]
  readonly action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  readonly errnoRet?: number
  readonly args?: readonly { readonly index: number; readonly value: number; readonly op: string }[]
}

/**
 * The seccomp profile of a container that makes sandboxes, `deploy/seccomp.json`. The default profiles of Docker and
 * Kubernetes refuse what bubblewrap needs: namespaces, mounts and a host name. The kernel still allows these calls only
 * to a process that has the right, here in a user namespace of its own. Calls that the profile does not name give
 * ENOSYS.
 */
export const containerProfile = (): {
  readonly defaultAction: string
  readonly defaultErrnoRet: number
  readonly architectures: readonly string[]
  readonly syscalls: readonly ProfileRule[]
} => ({
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: ENOSYS,
  architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
  syscalls: [
    {
      names: sorted([
        ...namesOf(allowed()),
        ...namesOf(inspected()),
        ...FOR_SERVERS,
        ...FOR_SANDBOXES,
      ]).filter((name) => name !== 'socket'),
      action: 'SCMP_ACT_ALLOW',
    },
    // Sockets between a virtual machine and its host ignore network namespaces.
    {
      names: ['socket'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 0, value: AF_VSOCK, op: 'SCMP_CMP_NE' }],
    },
    {
      names: sorted(namesOf(refused())).filter(
        (name) => !FOR_SERVERS.includes(name) && !FOR_SANDBOXES.includes(name),
      ),
      action: 'SCMP_ACT_ERRNO',
      errnoRet: EPERM,
    },
  ],
})

const EPERM = 1
const ENOSYS = 38
const AF_VSOCK = 40

const namesOf = (calls: readonly { readonly name: string }[]): readonly string[] =>
  calls.map(({ name }) => name)
const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted()

/** What bubblewrap and util-linux call to set a sandbox up, and no bot may. */
export const FOR_SANDBOXES: readonly string[] =
  'mount umount2 pivot_root unshare sethostname sched_setaffinity seccomp'.split(' ')

/** What the server, Redis' client, compilers and their tools call, and no bot may. */
const FOR_SERVERS: readonly string[] = (
  'accept accept4 bind connect listen sendmsg sendmmsg fork vfork flock sync syncfs get_robust_list ' +
  'utime utimes utimensat futimesat inotify_init inotify_init1 inotify_add_watch inotify_rm_watch ' +
  'timer_create timer_settime timer_gettime timer_getoverrun timer_delete pidfd_open pidfd_send_signal ' +
  'memfd_create preadv2 pwritev2 futex_waitv vmsplice io_setup io_destroy io_submit io_cancel io_getevents ' +
  'io_pgetevents shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl ' +
  'landlock_create_ruleset landlock_add_rule landlock_restrict_self'
).split(' ')

if (import.meta.main)
  writeFileSync(
    join(resolve(import.meta.dirname, '..'), 'deploy/seccomp.json'),
    `${JSON.stringify(containerProfile(), undefined, 2)}\n`,
  )

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainSetUp } from './explain-set-up.ts'
import { coveredPaths, describeObstacles, type RefusedSteps, type SandboxFacts } from './obstacle.ts'

const BARE: SandboxFacts = {
  isRoot: false,
  settings: [],
  isFiltered: false,
  appArmor: undefined,
  covered: [],
}
const ROOT: SandboxFacts = { ...BARE, isRoot: true }
const DOCKER: SandboxFacts = { ...BARE, isFiltered: true, covered: ['/proc/kcore', '/proc/keys'] }
const NO = 'Operation not permitted'

/** The words are those of bubblewrap 0.8 in containers of runc, Podman's profile, and what Docker's profile refuses. */
describe('what bubblewrap says means', () => {
  test.each<[string, SandboxFacts, RegExp]>([
    ['bwrap: prctl(PR_SET_SECCOMP): Invalid argument', ROOT, /^the kernel takes no seccomp filter/],
    [`bwrap: Creating new namespace failed: ${NO}`, ROOT, /CAP_SYS_ADMIN and CAP_NET_ADMIN/],
    ['bwrap: loopback: Failed RTM_NEWADDR: No child processes', ROOT, /^root .*--cap-add NET_ADMIN/],
    ['bwrap: No permissions to create new namespace', BARE, /^user namespaces are forbidden here/],
    [
      'bwrap: Unexpected capabilities but not setuid, old file caps config?',
      BARE,
      /^gamegrid has a capability .*: start gamegrid without it$/,
    ],
    [
      'bwrap: No permissions to create new namespace',
      { ...BARE, isFiltered: true },
      /seccomp=deploy\/seccomp.json/,
    ],
    [
      'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
      BARE,
      /sysctl user.max_user_namespaces=10000/,
    ],
    [
      `bwrap: Can't set hostname to bot: ${NO}`,
      DOCKER,
      /^a seccomp filter refuses to set a host name: .*seccomp=/,
    ],
    [
      `bwrap: Can't mount proc on /newroot/proc: ${NO}`,
      DOCKER,
      /^the container covers \/proc\/kcore, \/proc\/keys, so/,
    ],
    ["bwrap: Can't find source path /x: No such file or directory", ROOT, /^bubblewrap says "Can't find/],
    ['', ROOT, /^bubblewrap ended without a word$/],
  ])('%j', (stderr, facts, expected) => {
    expect(explainSetUp(stderr, facts.isRoot, facts)).toMatch(expected)
  })
})

describe('each obstacle is a sentence of its own', () => {
  const refusal: RefusedSteps = { namespaces: NO }
  test.each<[string, SandboxFacts, RefusedSteps, readonly RegExp[]]>([
    ['none', DOCKER, {}, []],
    ['Docker without options', DOCKER, refusal, [/seccomp=/, /systempaths=unconfined .*procMount: Unmasked/]],
    [
      'Docker on Ubuntu',
      { ...DOCKER, appArmor: 'docker-default', settings: ['kernel.apparmor_restrict_unprivileged_userns=0'] },
      refusal,
      [/sysctl kernel.apparmor/, /docker-default .*apparmor=unconfined/, /seccomp=/, /systempaths/],
    ],
    ['Podman without options', DOCKER, { 'host name': NO, '/proc': NO }, [/host name/, /unmask=ALL/]],
    ['the profile alone', DOCKER, { '/proc': NO }, [/unmask=ALL/]],
    [
      'a forbidden setting',
      { ...BARE, settings: ['user.max_user_namespaces=10000'] },
      refusal,
      [/sysctl user\.max/],
    ],
    [
      'root without capabilities: /proc is not in its way',
      { ...DOCKER, isRoot: true },
      refusal,
      [/CAP_SYS_ADMIN/],
    ],
  ])('%s', (_, facts, refused, expected) => {
    const sentences = describeObstacles(facts, refused)
    expect(sentences).toHaveLength(expected.length)
    for (const [i, sentence] of sentences.entries()) expect(sentence).toMatch(expected[i] as RegExp)
  })
})

test('only mounts that cover a part of /proc count', () => {
  const mountinfo = `
79 78 0:43 / /proc rw,nosuid - proc proc rw
57 79 0:43 /sys /proc/sys ro,nosuid - proc proc rw
59 79 0:44 /null /proc/keys rw,nosuid - tmpfs tmpfs rw
61 79 0:45 / /proc/sys/fs/binfmt_misc rw - binfmt_misc binfmt_misc rw
62 78 0:46 / /processes rw - tmpfs tmpfs rw`
  expect(coveredPaths(mountinfo)).toEqual(['/proc/sys', '/proc/keys'])
})

/** As in a container: a mount of an outer user namespace, which the kernel does not let an inner one look behind. */
test('a covered /proc is found, and what to do about it', () => {
  const find = `import { findObstacles } from ${JSON.stringify(join(import.meta.dirname, 'find-obstacles.ts'))}
    console.log(JSON.stringify(await findObstacles('/usr/bin/bwrap', false)))`
  const inner = 'unshare --user --map-user=1000 --map-group=1000 "$@"'
  const outer = `mount --bind /dev/null /proc/version && exec ${inner}`
  const said = execFileSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      outer,
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      find,
    ],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(said)).toEqual([
    expect.stringMatching(/^the container covers .*\/proc\/version.*unmask=ALL/),
  ])
})

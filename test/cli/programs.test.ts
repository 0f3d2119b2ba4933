import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gamegrid, root } from './run.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-programs-'))
  const client = `#include <stdio.h>
int main(void) {
  char line[100];
  int size;
  printf("ready\\n");
  if (scanf("%d", &size) != 1) return 1;
  for (;;) {
    printf("ready\\n");
    if (scanf("%99s", line) != 1) return 0;
    printf("forward\\n");
  }
}
`
  writeFileSync(join(home, 'keeps-back.c'), client)
  execFileSync('gcc', ['-o', join(home, 'keeps-back'), join(home, 'keeps-back.c')])
  // Speaks in words, not lines: never ends ready with a line feed.
  writeFileSync(
    join(home, 'words.py'),
    'input("ready")\nwhile True:\n    input("ready")\n    print("forward")\n',
  )
  writeFileSync(join(home, 'floods.sh'), '#!/bin/sh\nexec yes "ready\nforward"\n', { mode: 0o755 })
})
afterAll(() => rmSync(home, { recursive: true }))

const play = (bot: string, ...more: readonly string[]) =>
  gamegrid(['play', 'light-cycle', bot, 'house:first', '--seed', '3', '--clock', '60s', ...more], {
    cwd: home,
  })

test('a client that speaks in words plays', async () => {
  expect((await play('python3 words.py')).out).toMatch(/^words won by /m)
})

test('a client that floods words and never reads plays', async () => {
  expect((await play('./floods.sh')).out).toMatch(/^floods won by /m)
})

test('a client that keeps its output back plays on a pseudo-terminal, and only there', async () => {
  expect((await play('./keeps-back')).out).toContain('keeps-back was not ready within 5 s')
  expect((await play('./keeps-back', '--pty')).out).toMatch(/^keeps-back won by /m)
})

test('in the sandbox they play the same game', async () => {
  const games = [[], ['--sandbox']].map((more) => {
    const players = ['python3 longest-group.py', 'house:first']
    const options = { cwd: join(root, 'test/bots') }
    return gamegrid(['play', 'longest-group', ...players, '--seed', '3', '--clock', '60s', ...more], options)
  })
  const [outside, inside] = await Promise.all(games)
  expect(outside?.out).toMatch(/^longest-group won by more groups of the longest length /m)
  expect(inside?.out).toBe(outside?.out)
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAYER_FILE, readPlayer } from './read-player.ts'

test('the script of the boards is read where it was built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-player-'))
  try {
    expect(readPlayer(folder)).toBeUndefined()
    const player = { script: 'run()', style: 'p {}' }
    mkdirSync(join(folder, 'report'))
    writeFileSync(join(folder, PLAYER_FILE), JSON.stringify(player))
    expect(readPlayer(folder)).toEqual(player)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

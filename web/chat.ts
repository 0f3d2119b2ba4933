import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packScript } from './pack-script.ts'

/**
 * Packs the board for the chat of an assistant into one file that loads nothing: clients show it in a frame without a network. Its policy
 * allows its own script and style by their hashes.
 */
export async function packBoard(file: string): Promise<void> {
  const { script, style } = await packScript('chat.ts')
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'`
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Board</title>`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body><script>${script}</script></body></html>\n`,
  )
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

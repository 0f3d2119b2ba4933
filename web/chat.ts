import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'

/**
 * Packs the board for the chat of an assistant into one file that loads nothing: clients show it in a frame without a network. Its policy
 * allows its own script and style by their hashes.
 */
export async function packBoard(file: string): Promise<void> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/chat.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = files.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('')
  const style = files
    .flatMap((part) => (part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : []))
    .join('')
  if (/<\/(?:script|style)/i.test(script + style))
    throw new Error('The page of the board would end its script')
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'`
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Board</title>`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body><script>${script}</script></body></html>\n`,
  )
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

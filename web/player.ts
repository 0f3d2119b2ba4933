import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'

/** Packs the boards of a report as one script and one style sheet that load nothing: `src/server` puts them into the report. */
export async function packPlayer(file: string): Promise<void> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { react: 'preact/compat' } },
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/report.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = files.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('')
  const style = files
    .flatMap((part) => (part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : []))
    .join('')
  if (/<\/(?:script|style)/i.test(script + style))
    throw new Error('The boards of a report would end their script')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ script, style }))
}

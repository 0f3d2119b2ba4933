import { join } from 'node:path'
import { build } from 'vite'

/** A script and a style sheet that load nothing. */
export interface Packed {
  readonly script: string
  readonly style: string
}

/** Packs a module of `src` with all that it imports, for a page that has its script and its style sheet inline. */
export async function packScript(module: string): Promise<Packed> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { 'react-dom/client': 'preact/compat/client', react: 'preact/compat' } },
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src', module),
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
    throw new Error(`${module} would end its own script or style`)
  return { script, style }
}

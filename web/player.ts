import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packScript } from './pack-script.ts'

/** Packs the boards of a report as one script and one style sheet that load nothing: `src/server` puts them into the report. */
export async function packPlayer(file: string): Promise<void> {
  const packed = await packScript('report.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(packed))
}

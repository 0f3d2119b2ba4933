import type { Wire } from '../../protocols/wire.ts'
import { speakJson } from './client.ts'
import { jsonLines } from './words.ts'

export const wire: Wire = {
  id: 'json',
  transport: 'stdio',
  folder: import.meta.dirname,
  stdio: { dialect: jsonLines, client: speakJson },
}

import type { Wire } from '../../protocols/wire.ts'
import { speakJson } from './client.ts'
import { doctor } from './doctor.ts'
import { jsonLines } from './words.ts'

export const wire: Wire = {
  id: 'json',
  transport: 'stdio',
  folder: import.meta.dirname,
  tellsPosition: true,
  page: 'wire/json-lines',
  doctor,
  stdio: { dialect: jsonLines, client: speakJson },
}

import type { Wire } from '../../protocols/wire.ts'
import { speakLightCycle } from './client.ts'
import { lightCycle } from './words.ts'

export const wire: Wire = {
  id: 'light-cycle',
  transport: 'stdio',
  folder: import.meta.dirname,
  stdio: { dialect: lightCycle, client: speakLightCycle },
}

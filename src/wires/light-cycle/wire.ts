import type { Wire } from '../../protocols/wire.ts'
import { speakLightCycle } from './client.ts'
import { doctor } from './doctor.ts'
import { tronDoctor } from './game-doctor.ts'
import { lightCycle } from './words.ts'

export const wire: Wire = {
  id: 'light-cycle',
  transport: 'stdio',
  folder: import.meta.dirname,
  tellsPosition: true,
  page: 'wire/light-cycle',
  doctor,
  gameDoctors: [tronDoctor],
  stdio: { dialect: lightCycle, client: speakLightCycle },
}

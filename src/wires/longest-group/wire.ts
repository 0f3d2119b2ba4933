import type { Wire } from '../../protocols/wire.ts'
import { speakLongestGroup } from './client.ts'
import { doctor } from './doctor.ts'
import { longestGroupDoctor } from './game-doctor.ts'
import { longestGroup } from './words.ts'

export const wire: Wire = {
  id: 'longest-group',
  transport: 'stdio',
  folder: import.meta.dirname,
  tellsPosition: false,
  page: 'wire/longest-group',
  doctor,
  gameDoctors: [longestGroupDoctor],
  stdio: { dialect: longestGroup, client: speakLongestGroup },
}

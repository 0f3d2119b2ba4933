import type { Wire } from '../../protocols/wire.ts'
import { speakLongestGroup } from './client.ts'
import { longestGroup } from './words.ts'

export const wire: Wire = {
  id: 'longest-group',
  transport: 'stdio',
  folder: import.meta.dirname,
  stdio: { dialect: longestGroup, client: speakLongestGroup },
}

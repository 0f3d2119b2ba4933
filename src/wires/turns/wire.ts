import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = {
  id: 'turns',
  transport: 'turns',
  folder: import.meta.dirname,
  tellsPosition: true,
}

import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = {
  id: 'polling',
  transport: 'polling',
  folder: import.meta.dirname,
  tellsPosition: true,
  page: 'wire/boost-tron',
}

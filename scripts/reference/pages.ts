import { commandsPage } from './commands-page.ts'
import { errorsPage } from './errors-page.ts'
import { settingsPage } from './settings-page.ts'

/** Pages that are written from the code, by their paths. */
export const REFERENCE_PAGES: Readonly<Record<string, () => string>> = {
  'docs/reference/commands.md': commandsPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/settings.md': settingsPage,
}

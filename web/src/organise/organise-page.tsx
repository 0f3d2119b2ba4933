import formStyles from '../parts/form.css?url'
import { useTitle } from '../parts/use-title.ts'
import { ContestOverview } from './contest-overview.tsx'
import { OrganiserOnly } from './organiser-only.tsx'
import { Teams } from './teams.tsx'
import styles from './organise.css?url'

/** Where the organiser sees what is to be done. */
export function OrganisePage() {
  useTitle('Organise')
  return (
    <OrganiserOnly>
      <link rel="stylesheet" href={formStyles} precedence="page" />
      <link rel="stylesheet" href={styles} precedence="page" />
      <div className="organise">
        <h1>Organise</h1>
        <ContestOverview />
        <Teams />
      </div>
    </OrganiserOnly>
  )
}

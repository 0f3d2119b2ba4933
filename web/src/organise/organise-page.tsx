import formStyles from '../parts/form.css?url'
import { useTitle } from '../parts/use-title.ts'
import { ContestOverview } from './contest-overview.tsx'
import { useContests } from './use-contests.ts'
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
      <Overview />
    </OrganiserOnly>
  )
}

function Overview() {
  const contests = useContests()
  return (
    <div className="organise">
      <h1>Organise</h1>
      {contests && (
        <>
          <ContestOverview contests={contests} />
          <Teams />
        </>
      )}
    </div>
  )
}

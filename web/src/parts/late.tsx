import { lazy, type ComponentType } from 'react'
import { CannotShow } from './cannot-show.tsx'
import { WHY_NOT_FETCHED } from './worker-failure.ts'

/**
 * A component in a chunk of its own. `Instead` stands in its place if the chunk cannot be fetched: without it, the error would take down
 * all that is around it.
 */
export function late<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  Instead: ComponentType = CannotFetch,
): ComponentType<Props> {
  const fetchPart = async () => {
    try {
      return { default: (await load())[name] }
    } catch {
      return { default: Instead }
    }
  }
  return lazy(fetchPart as () => Promise<{ default: ComponentType }>) as unknown as ComponentType<Props>
}

/** To try again loads the site anew, with the files of the server of now. */
const CannotFetch = () => <CannotShow what="this page" why={WHY_NOT_FETCHED} />

/** In the place of a part of a page. */
export const CannotFetchPart = () => (
  <p className="notice" data-tone="warn" role="alert">
    Cannot show this part of the page. {WHY_NOT_FETCHED}.{' '}
    <button type="button" className="button" onClick={() => window.location.reload()}>
      Try again
    </button>
  </p>
)

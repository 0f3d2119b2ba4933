import { fetchGuidePage } from '../../api/guide.ts'
import { useResource } from '../../api/use-resource.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { GuideText } from '../../parts/guide-text.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'

/** Any page of the documentation. */
export function GuidePage({ path }: { readonly path: string }) {
  const { value: page, problem } = useResource(path, (signal) => fetchGuidePage(path, signal))
  useTitle(page?.title ?? 'Guide')
  if (problem?.code === 'not-found') return <NotFound />
  if (!page && problem) return <CannotShow what="this page of the guide" why={problem.message} />
  return <div className="page">{page && <GuideText page={page} />}</div>
}

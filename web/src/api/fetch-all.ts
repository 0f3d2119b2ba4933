import { ok, type Result } from '../../../src/base/result.ts'

const PAGE = 100

/** All rows of a list that the server gives in pages, in ascending order of ids. */
export async function fetchAll<T extends { readonly id: number }>(
  fetchPage: (query: { readonly after?: number; readonly limit: number }) => Promise<Result<readonly T[]>>,
): Promise<Result<readonly T[]>> {
  const all: T[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await fetchPage({ ...(last && { after: last.id }), limit: PAGE })
    if (!page.ok) return page
    all.push(...page.value)
    if (page.value.length < PAGE) return ok(all)
  }
}

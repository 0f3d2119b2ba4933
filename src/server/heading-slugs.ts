/** The anchors of the headings of one page as GitHub makes them, because the pages are read there, too. */
export function slugger(): (words: string) => string {
  const slugs = new Map<string, number>()
  return (words) => {
    const slug = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const earlier = slugs.get(slug) ?? 0
    slugs.set(slug, earlier + 1)
    return earlier === 0 ? slug : `${slug}-${earlier}`
  }
}

/** What is the same in names that look the same: they differ at most in letter case or width. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

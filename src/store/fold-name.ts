/** A name without letter case and width: equal for names that look the same. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

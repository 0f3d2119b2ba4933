/** `1st`, `2nd`, `11th`. */
export function describeOrdinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  return `${place}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`
}

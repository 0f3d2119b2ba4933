/**
 * Waits for what a control does, and gives back the focus that it lost meanwhile: a button loses it when it is disabled, or gone. Then
 * the nearest part of the page that is still there takes it, so keys go on from there.
 */
export async function keepFocus<T>(done: Promise<T>): Promise<T> {
  const places = placesFrom(document.activeElement)
  const value = await done
  // By the next task the answer is rendered.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const place = places.find((one) => one.isConnected && !one.matches(':disabled'))
    if (place === places[0]) place?.focus()
    else if (place) focusIn(place)
  })
  return value
}

/** What may take the focus: the element that has it, then the parts of the page around it. */
function placesFrom(focused: Element | null): readonly HTMLElement[] {
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const places = [focused]
  for (let at = focused.parentElement; at; at = at.parentElement)
    if (at.matches('li, form, details, section, main')) places.push(at)
  return places
}

/** A form and a fold have a place for keys; any other part takes them itself, so that a reader of the screen says where they are. */
function focusIn(part: HTMLElement): void {
  const own = part.matches('form, details')
    ? part.querySelector<HTMLElement>('summary, input:enabled, select:enabled, button:enabled')
    : null
  if (own) return own.focus({ preventScroll: true })
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  }
  part.focus({ preventScroll: true })
}

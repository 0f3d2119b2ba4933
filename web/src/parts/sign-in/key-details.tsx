import { KeyForm } from './key-form.tsx'

/** Out of the way of those who have none, unless nobody comes in without. */
export const KeyDetails = ({ isOpen }: { readonly isOpen: boolean }) => (
  <details className="key-details" open={isOpen}>
    <summary>I have a key</summary>
    <KeyForm />
  </details>
)

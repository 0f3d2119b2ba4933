import { KeyForm } from './key-form.tsx'

/** The form for a key, folded; open if guests are not allowed. */
export const KeyDetails = ({ isOpen }: { readonly isOpen: boolean }) => (
  <details className="key-details" open={isOpen}>
    <summary>I have a key</summary>
    <KeyForm />
  </details>
)

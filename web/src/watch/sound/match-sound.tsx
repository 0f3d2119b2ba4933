import type { Following } from '../../story/follow-match.ts'
import { SoundButton } from './sound-button.tsx'
import { useMatchSound } from './use-match-sound.ts'

/** The sound of one match, and its button. */
export function MatchSound({ following }: { readonly following: Following }) {
  useMatchSound(following)
  return <SoundButton />
}

import { Link } from '../../parts/link.tsx'

/** What a newcomer can do here: watch, play, or write a bot. */
export const Doors = ({ isPlaying }: { readonly isPlaying: boolean }) => (
  <nav className="doors" aria-label="Three ways to begin">
    <Link href={isPlaying ? '#playing' : '/games'} className="door box">
      <b>Watch</b>
      <span className="muted small">Bots play grid games, live. See all games.</span>
    </Link>
    <Link href="/play" className="door box">
      <b>Play</b>
      <span className="muted small">By hand, against a house brain or another visitor.</span>
    </Link>
    <Link href="/games" className="door box">
      <b>Write a bot</b>
      <span className="muted small">Choose a game, take a kit, and be on the ladder in minutes.</span>
    </Link>
  </nav>
)

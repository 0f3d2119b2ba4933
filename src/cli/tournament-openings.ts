import { openOpenings } from '../runner/openings.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { drawPairingOpening, type PairingOpening } from '../tournament-runner/pairing-opening.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { WIRES } from '../wires/index.ts'
import type { BotSource } from './bots.ts'

type Sources = ReadonlyMap<string, BotSource>

/** The openings of a tournament that is played here. */
export interface TournamentOpenings extends AsyncDisposable {
  of(pairing: Pairing): Promise<PairingOpening | undefined>
}

export function openTournamentOpenings(tournament: TournamentSpec, bots: Sources): TournamentOpenings {
  const openings = openOpenings()
  const untold = new Set(untoldBots(tournament, bots))
  return {
    of: (pairing) =>
      drawPairingOpening(tournament, pairing, openings, !pairing.players.some((name) => untold.has(name))),
    [Symbol.asyncDispose]: () => openings[Symbol.asyncDispose](),
  }
}

/** What a person should know about the openings before the tournament begins, in one sentence. */
export function introduceOpenings(tournament: TournamentSpec, bots: Sources): string {
  if (tournament.openings !== true)
    return tournament.challenge.game.openings === undefined
      ? `Every match begins at the game's own start: ${tournament.challenge.game.id} has no openings`
      : "Every match begins at the game's own start: openings are off"
  const untold = untoldBots(tournament, bots)
  const about = 'Matches begin with openings: the same for both games of a pair and for all pairs of a round'
  return untold.length === 0
    ? about
    : `${about}, but not those of ${untold.join(', ')}, whose wire sends only moves: they begin at the game's own start`
}

/** Bots that cannot be told a position. */
function untoldBots({ openings, entrants }: TournamentSpec, bots: Sources): readonly string[] {
  if (openings !== true) return []
  return entrants.map(({ name }) => name).filter((name) => !tellsPosition(bots.get(name)))
}

/** A program hears what its wire tells; a brain in this process is given the position. */
const tellsPosition = (source: BotSource | undefined): boolean =>
  source?.kind !== 'program' ||
  WIRES.some(({ stdio, tellsPosition }) => tellsPosition && stdio?.dialect.id === source.dialect.id)

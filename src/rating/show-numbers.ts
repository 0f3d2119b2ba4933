import type { GameCount } from './count-games.ts'

/** `+12`, `−3`, `0`: points of Elo, which are whole for people. */
export const signed = (value: number): string => {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const rounded = Math.round(value)
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0'
}

/** `12 games, 2 different`; only `12 games` without copies. */
export const showGames = ({ games, different }: GameCount): string =>
  `${games} ${games === 1 ? 'game' : 'games'}${different < games ? `, ${different} different` : ''}`

/** Never 100 % while there is a doubt. */
export const percent = (share: number): string => {
  const tenths = share * 100
  if (share > 0 && share < 1 && (tenths >= 99.95 || tenths < 0.05)) return share > 0.5 ? '>99.9 %' : '<0.1 %'
  return `${tenths >= 99 || tenths <= 1 ? Number(tenths.toFixed(1)) : Math.round(tenths)} %`
}

import type { ResultEntrant, TournamentResult } from '../api/tournament-result.ts'
import { percent, signed } from '../rating/show-numbers.ts'
import type { ModelMeasure } from './measure-models.ts'
import { number, text, type ReportTable } from './report-table.ts'

type Models = ReadonlyMap<string, ModelMeasure>

/** What each language model cost, how often its answers did not count, and how well it moved. */
export function modelsTable(result: TournamentResult, models: Models): ReportTable {
  const [first] = models.values()
  const brain = first?.judged?.brain ?? 'advanced'
  const rated = new Map(result.ratings.map((rating) => [rating.name, rating]))
  return {
    id: 'models',
    title: 'Language models',
    columns: [
      text('entrant'),
      number('Elo'),
      text('95 % interval'),
      number('cost'),
      number('a match'),
      number('tokens in a move'),
      number('tokens out'),
      number('calls'),
      number('made again'),
      number('no move'),
      number('illegal'),
      number('accuracy'),
      number('gives away'),
      number(`as house:${brain}`),
    ],
    rows: [...models].map(([name, one]) => {
      const rating = rated.get(name)
      const { truncated, empty, unparsable, illegal } = one.failures
      const rate = (count: number): string => (one.calls === 0 ? '–' : percent(count / one.calls))
      return [
        name,
        rating ? signed(rating.elo) : '–',
        rating ? `${signed(rating.low)} … ${signed(rating.high)}` : '–',
        dollars(one.usd),
        dollars(one.usd === undefined ? undefined : one.usd / one.matches),
        perMove(one.tokensIn, one),
        perMove(one.tokensOut, one),
        String(one.calls),
        String(one.retries),
        rate(truncated + empty + unparsable),
        rate(illegal),
        one.judged ? `${one.judged.accuracy.toFixed(0)} %` : '–',
        one.judged ? one.judged.averageLoss.toFixed(2) : '–',
        one.judged ? percent(one.judged.agreement) : '–',
      ]
    }),
    notes: [
      '"No move" and "illegal" are shares of all answers: cut off, empty or without a move that can be read, and with a move that is not legal',
      `Accuracy, what a move gives away (of a value from -1 to 1) and how often it is the same are by house:${brain}`,
      ...noiseFloor(result),
    ],
  }
}

export const dollars = (usd: number | undefined): string =>
  usd === undefined ? '–' : `$${usd < 0.095 ? Number(usd.toPrecision(2)) : usd.toFixed(2)}`

const perMove = (tokens: number, { moves }: ModelMeasure): string =>
  moves === 0 ? '–' : String(Math.round(tokens / moves))

/** A model that entered a second time with the same words: what lies between the two is chance. */
function noiseFloor({ entrants, ratings }: TournamentResult): readonly string[] {
  const eloOf = (name: string): number | undefined => ratings.find((rating) => rating.name === name)?.elo
  return entrants.filter(isNull).flatMap((twin) => {
    const same = entrants.find((one) => isFull(one) && modelOf(one) === modelOf(twin))
    const [a, b] = [same && eloOf(same.name), eloOf(twin.name)]
    if (!same || a === undefined || b === undefined) return []
    return [
      `Noise floor: ${same.name} and ${twin.name} are the same model with the same words, and ${Math.round(Math.abs(a - b))} points apart; a difference that is not larger shows nothing`,
    ]
  })
}

const isNull = ({ bot }: ResultEntrant): boolean => /^llm:.*,prompt=null(?:,|$)/.test(bot)
const isFull = ({ bot }: ResultEntrant): boolean => !/,prompt=(?!full(?:,|$))/.test(bot)
const modelOf = ({ bot }: ResultEntrant): string => bot.replace(/,prompt=[^,]*/, '')

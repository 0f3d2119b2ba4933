import { ANN, CUP, HOUSE, MATCH } from './shared-examples.ts'
import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of ladders. */
export const laddersOperations = {
  getLadder: {
    description:
      'Bots that are enrolled or have rated games in the season. Ratings come from all rated matches of the season together. House brains have their measured strength, so they fix the scale. Right after a match the ladder may still show the ratings before it.',
    example: {
      answer: {
        challenge: 'longest-group',
        title: 'Longest Group',
        season: { number: 1, name: 'Season 1', began: null, ended: '2026-05-16T22:32:36.531Z' },
        seasons: [
          { number: 2, name: 'Winter', began: '2026-05-16T22:32:36.531Z', ended: null },
          { number: 1, name: 'Season 1', began: null, ended: '2026-05-16T22:32:36.531Z' },
        ],
        freeze: null,
        rows: [
          {
            rank: 1,
            house: 'advanced',
            team: null,
            bot: null,
            rating: 2443,
            plusMinus: 638,
            games: 0,
            different: 0,
            enrolled: false,
            gained: null,
          },
          {
            rank: 2,
            house: null,
            team: { id: 1003, name: 'team gone' },
            bot: { id: 3, name: 'gone', version: 1 },
            rating: 2298,
            plusMinus: 1017,
            games: 4,
            different: 4,
            enrolled: false,
            gained: null,
          },
        ],
        games: 18,
        different: 18,
      },
    },
  },
  getLadderHistory: {
    description: 'Each point is a fit of all rated matches that had ended by then.',
    example: {
      answer: {
        lines: [
          {
            bot: { id: 3, name: 'gone' },
            team: { id: 1003, name: 'team gone' },
            points: [
              { at: '2026-05-16T22:32:33.736Z', version: 1, rating: 1753, plusMinus: 713 },
              { at: '2026-05-16T22:32:33.737Z', version: 1, rating: 1991, plusMinus: 729 },
            ],
          },
          {
            bot: { id: 2, name: 'weak' },
            team: { id: 1002, name: 'team weak' },
            points: [
              { at: '2026-05-16T22:32:33.737Z', version: 1, rating: 329, plusMinus: 729 },
              { at: '2026-05-16T22:32:33.742Z', version: 1, rating: 906, plusMinus: 582 },
            ],
          },
        ],
      },
    },
  },
  getLadderBot: {
    description: '`gained` says how much stronger a version is than the one before that has played.',
    example: {
      answer: {
        challenge: 'longest-group',
        bot: { id: 1, name: 'crusher' },
        team: { id: 1001, name: 'Ann' },
        enrolled: true,
        versions: [
          {
            version: 1,
            uploaded: '2026-05-16T22:32:28.382Z',
            counts: true,
            rating: 1160,
            plusMinus: null,
            games: 0,
            different: 0,
            gained: null,
          },
        ],
      },
    },
  },
  enrolBot: {
    description:
      'You may enrol a bot before its first version has passed; the bot then waits. The ladder always plays the newest version that passed and whose upload was complete by the freeze. The organiser may enrol any bot.',
    example: {
      answer: {
        challenge: 'longest-group',
        bot: { id: 1, name: 'crusher' },
        enrolled: true,
        since: '2026-05-16T22:32:28.446Z',
        version: 1,
        message: 'crusher is enrolled: the ladder calls version 1 to matches',
      },
    },
  },
  leaveLadder: {
    description: 'Matches that wait or run go on to their end, and the rating of the bot stays.',
    example: {
      answer: {
        challenge: 'longest-group',
        bot: { id: 1, name: 'crusher' },
        enrolled: false,
        since: null,
        version: 1,
        message: 'crusher is not enrolled: the ladder calls it to no matches',
      },
    },
  },
  playLadderMatch: {
    description: 'At most 2 rated matches that a team asked for wait or run.',
    example: {
      body: { bot: 1 },
      answer: {
        ...MATCH,
        origin: 'ladder',
        players: [
          {
            ...ANN,
            name: 'Ann · crusher',
            bot: 'bot:1 version 1',
            program: { id: 1, name: 'crusher', version: 1 },
          },
          HOUSE,
        ],
      },
    },
  },
  freezeLadder: {
    description:
      'A version counts if its upload was complete by then, however long its build takes. An upload that is complete exactly then counts, a millisecond later it does not. Matches go on after the freeze. The freeze may lie in the past; null takes it back.',
    example: { body: { freeze: '2026-05-16T18:00:00.000Z' }, answer: { freeze: '2026-05-16T18:00:00.000Z' } },
  },
  beginSeason: {
    description:
      'The running season ends now. A season counts the matches that the ladder creates from its begin on. Ratings begin anew, and enrolled bots stay enrolled. You can still read earlier seasons.',
    example: {
      body: { name: 'Winter' },
      answer: { number: 2, name: 'Winter', began: '2026-05-16T22:32:36.531Z', ended: null },
    },
  },
  makeLadderContest: {
    description:
      'The entrants are the best enrolled bots of the running season, seeded by their ratings, without house brains. Each entrant is the rated version, `bot:ID@VERSION`, whatever its team uploads meanwhile.',
    example: {
      body: { name: 'The final', top: 8 },
      answer: { ...CUP, status: 'waiting', played: 0, leader: null },
    },
  },
  listLadders: {
    description:
      'One row for each challenge that has a ladder, and the share of the machine for all of them.',
    example: {
      answer: {
        share: 25,
        places: 2,
        running: 1,
        ladders: [{ challenge: 'boost-tron', title: 'Boost Tron', enrolled: 4, games: 120 }],
      },
    },
  },
  setLadderShare: {
    description:
      "The share is in percent of the places for matches of programs; any share above 0 is at least one place. Teams' own matches come first in any case.",
    example: {
      body: { percent: 25 },
      answer: {
        share: 25,
        places: 2,
        running: 1,
        ladders: [{ challenge: 'boost-tron', title: 'Boost Tron', enrolled: 4, games: 120 }],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>

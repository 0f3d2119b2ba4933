import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of the guide. */
export const guideOperations = {
  listGuidePages: {
    description:
      'The contents of `docs/README.md`: parts with their pages. `getGuidePage` has the text of one.',
    example: {
      answer: {
        parts: [
          { title: 'For contestants', pages: [{ path: 'rules/quoridor', title: 'Quoridor', depth: 0 }] },
        ],
      },
    },
  },
  listGuideSections: {
    description:
      'One row for each heading, with the text below it. A page searches in these rows without the server.',
    example: {
      answer: {
        sections: [
          {
            path: 'rules/quoridor',
            page: 'Quoridor',
            id: 'walls',
            heading: 'Walls',
            text: 'A wall blocks two steps.',
          },
        ],
      },
    },
  },
  getGuidePage: {
    description: 'The page as HTML, with its headings. Commands in it name the address of this arena.',
    example: {
      answer: {
        path: 'README',
        title: 'The guide',
        html: '<h1 id="the-guide">The guide</h1>\n<p>Start with the rules of a game and a starter kit. Everything else can wait until you need it.</p>\n<h2 id="for-contestants">…',
        headings: [
          { id: 'the-guide', text: 'The guide', depth: 1 },
          { id: 'for-contestants', text: 'For contestants', depth: 2 },
        ],
      },
    },
  },
  getGuideFolderPage: {
    description: 'The page as HTML, with its headings. Commands in it name the address of this arena.',
    example: {
      answer: {
        path: 'rules/quoridor',
        title: 'Quoridor',
        html: '<h1 id="quoridor">Quoridor</h1>\n<p>A race across the board. On your turn you either move your pawn or put up a wall, which makes the other player&#39;s path\nlon…',
        headings: [
          { id: 'quoridor', text: 'Quoridor', depth: 1 },
          { id: 'the-board', text: 'The board', depth: 2 },
        ],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>

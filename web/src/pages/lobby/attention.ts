/** How a card follows its match: over a stream, by asking now and then, or not at all while it is out of sight. */
export type Attention = 'live' | 'glances' | 'none'

/** Where a bot finds its folder inside the sandbox. */
export const INSIDE_FOLDER = '/bot'

/** The commands of `host-commands.ts`, which the packed client does not have. */
export const HOST_COMMANDS = ['tournament', 'serve', 'store', 'sandbox', 'gamehost', 'perft'] as const

/** New kinds of entries, and no table: versions that the server failed to judge, and those that are tried again. */
export const retries = ''

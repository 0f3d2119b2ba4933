/** Keys of workers. They change no table, but an older gamegrid would take such a key for one of the organiser. */
export const workerKeys = 'SELECT 1;'

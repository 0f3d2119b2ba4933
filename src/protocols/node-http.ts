/**
 * `node:http`, taken without an ES import. An ES import reads every export of the module, and one of them loads a second HTTP
 * client on reading: 40 ms of processor time at the start of each process.
 */
export const http = process.getBuiltinModule('node:http')

import { errorCode } from './error-code.ts'

/** Whether a write failed because the disk is full or a quota is used up. */
export const isFullDisk = (error: unknown): boolean => FULL.includes(errorCode(error) ?? '')

const FULL = ['ENOSPC', 'EDQUOT']

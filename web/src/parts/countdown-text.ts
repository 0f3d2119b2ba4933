/** `4 s`, `1:05`, `2:03:09`, `3 days 4 h`: the time that is left, rounded up to whole seconds; never negative. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${Math.floor(hours / 24)} days ${hours % 24} h`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

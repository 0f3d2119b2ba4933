import type { Sound } from './heard.ts'

/** Plays sounds that are made here, without any file. Browsers allow that only after a click or a key. */

interface Tone {
  readonly from: number
  readonly to: number
  readonly seconds: number
  readonly volume: number
  /** Seconds after the first tone. */
  readonly after?: number
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [{ from: 520, to: 300, seconds: 0.06, volume: 0.12 }],
  low: [
    { from: 880, to: 880, seconds: 0.09, volume: 0.12 },
    { from: 880, to: 880, seconds: 0.09, volume: 0.12, after: 0.16 },
  ],
  end: [
    { from: 392, to: 392, seconds: 0.16, volume: 0.14 },
    { from: 523, to: 523, seconds: 0.16, volume: 0.14, after: 0.14 },
    { from: 659, to: 659, seconds: 0.4, volume: 0.14, after: 0.28 },
  ],
}

/** Moves that come faster are heard as one. */
const LEAST_GAP_MS = 70

let context: AudioContext | undefined
let lastAt = -Infinity

/** Call it in the handler of a click or a key. */
export function unlockSound(): void {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
}

export function playSound(sound: Sound): void {
  const now = performance.now()
  if (context?.state !== 'running' || (sound === 'move' && now - lastAt < LEAST_GAP_MS)) return
  lastAt = now
  for (const tone of TONES[sound]) playTone(context, tone)
}

function playTone(audio: AudioContext, { from, to, seconds, volume, after = 0 }: Tone): void {
  const start = audio.currentTime + after
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: from })
  const gain = new GainNode(audio, { gain: volume })
  source.frequency.exponentialRampToValueAtTime(to, start + seconds)
  gain.gain.setValueAtTime(volume, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  source.connect(gain).connect(audio.destination)
  source.start(start)
  source.stop(start + seconds)
}

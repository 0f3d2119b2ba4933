export default {
  name: 'hoards',
  move() {
    const all = []
    // Numbers: memory grows fast, and the garbage collector has little to scan.
    for (;;) all.push(Array(1_000_000).fill(0.5))
  },
}

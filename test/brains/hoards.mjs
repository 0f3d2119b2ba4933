export default {
  name: 'hoards',
  move() {
    const all = []
    // Numbers: what there is to keep grows fast, and there is little to look through on the way.
    for (;;) all.push(Array(1_000_000).fill(0.5))
  },
}

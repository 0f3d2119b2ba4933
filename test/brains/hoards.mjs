export default {
  name: 'hoards',
  move() {
    const all = []
    for (;;) all.push(Array.from({ length: 100000 }, () => ({})))
  },
}

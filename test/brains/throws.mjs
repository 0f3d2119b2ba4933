export default {
  name: 'throws',
  move() {
    throw new TypeError('boom')
  },
}

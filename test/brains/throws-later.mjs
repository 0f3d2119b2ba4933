export default {
  name: 'throws-later',
  move() {
    setTimeout(() => {
      throw new Error('boom later')
    }, 5)
    return new Promise(() => {})
  },
}

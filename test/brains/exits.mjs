export default {
  name: 'exits',
  move() {
    process.exit(3)
  },
}

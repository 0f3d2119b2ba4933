export default {
  name: 'twice',
  move({ play, legal }) {
    play(legal[0])
    play(legal[0])
  },
}

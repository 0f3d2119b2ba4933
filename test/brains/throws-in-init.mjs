export default {
  name: 'throws-in-init',
  init() {
    throw new RangeError('no board')
  },
  move: ({ legal }) => legal[0],
}

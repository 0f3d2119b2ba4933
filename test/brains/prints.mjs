export default {
  name: 'prints',
  move({ legal }) {
    console.log('hello \u001b[31m from the brain')
    return legal[0]
  },
}

export default {
  name: 'resigns',
  move({ resign }) {
    resign()
  },
}

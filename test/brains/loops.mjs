export default {
  name: 'loops',
  move() {
    for (;;);
  },
}

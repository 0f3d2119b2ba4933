export default { name: 'never', move: () => new Promise(() => {}) }

export default { name: 'illegal', move: () => 'zz' }

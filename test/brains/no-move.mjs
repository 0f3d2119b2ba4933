export default { name: 'no-move' }

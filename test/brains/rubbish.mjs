export default { name: 'rubbish', move: () => ({ x: 1 }) }

export default { name: 'other-game', game: 'chess', move: () => 'e4' }

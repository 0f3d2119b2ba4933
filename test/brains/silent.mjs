export default { name: 'silent', move() {} }

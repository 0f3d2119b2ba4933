'use strict'
// Loaded before every test, and by NODE_OPTIONS in every Node that a test starts: a connection that would leave this
// machine throws before it is opened, and so does the question for a name. Tests bring stand-ins for both.
const dns = require('node:dns')
const { syncBuiltinESMExports } = require('node:module')
const net = require('node:net')
const { hostname, networkInterfaces } = require('node:os')

const isOwn = (address) => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (/^127\.|^::1?$|^0\.0\.0\.0$/.test(plain)) return true
  return Object.values(networkInterfaces()).some((all) => all.some((one) => one.address === plain))
}

const refuse = (what) => {
  throw new Error(`A test may not dial ${what}: it is not this machine, bring a stand-in`)
}

const checkName = (name) => {
  if (net.isIP(name) !== 0 ? !isOwn(name) : name !== 'localhost' && name !== hostname()) refuse(name)
}

for (const where of [dns, dns.promises])
  for (const name of Object.keys(where))
    if (name === 'lookup' || /^(resolve|reverse)/.test(name)) {
      const real = where[name]
      where[name] = (host, ...rest) => {
        // The lookup of an IP address sends nothing: a server does it before it listens.
        if (name !== 'lookup' || net.isIP(String(host)) === 0) checkName(String(host))
        return real(host, ...rest)
      }
    }

/** A fake DNS may return any address; a connection is allowed only to this machine. */
const checked = (lookup) => (host, options, callback) =>
  lookup(host, options, (error, found, family) => {
    for (const one of error ? [] : [found].flat()) checkName(one.address ?? one)
    callback(error, found, family)
  })

const connect = Reflect.get(net.Socket.prototype, 'connect')
net.Socket.prototype.connect = function connectHere(...args) {
  // net.connect passes its arguments already normalised.
  const list = Array.isArray(args[0]) ? args[0] : args
  const [first, second] = list
  const isOptions = typeof first === 'object' && first !== null
  const path = isOptions ? first.path : typeof first === 'string' && Number.isNaN(Number(first))
  if (path) return connect.apply(this, args)
  const host = (isOptions ? first.host : typeof second === 'string' && second) || 'localhost'
  if (!isOptions || !first.lookup || net.isIP(host) !== 0) checkName(host)
  else if (!first.lookup.isChecked) {
    first.lookup = checked(first.lookup)
    first.lookup.isChecked = true
  }
  return connect.apply(this, args)
}
syncBuiltinESMExports()

import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import net from 'node:net'
import { attempt, play, target } from './bot.mjs'

const connect = (options) =>
  new Promise((resolve, reject) => net.connect(options).on('connect', resolve).on('error', reject))

const send = (port) =>
  new Promise((resolve, reject) => {
    const socket = dgram.createSocket('udp4').on('error', reject)
    socket.send('x', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
  })

play(async () => {
  await attempt('tcp', () => connect({ host: '127.0.0.1', port: Number(target('port')) }))
  await attempt('abstract name', () => connect({ path: `\0${target('abstract')}` }))
  await attempt('udp', () => send(Number(target('port'))))
  await attempt('dns', () => dns.lookup('example.com'))
})

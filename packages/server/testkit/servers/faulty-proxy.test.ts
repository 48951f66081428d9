import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { until } from './until.ts'

describe('a faulty proxy', () => {
  let echo: Server
  let proxy: FaultyProxy
  before(async () => {
    echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    proxy = await startFaultyProxy(echo.address() as { port: number })
  })
  after(async () => {
    await proxy.close()
    echo.close()
  })

  async function open(): Promise<Socket> {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  async function ask(socket: Socket, text: string): Promise<string> {
    socket.write(text)
    const [bytes] = await once(socket, 'data')
    return String(bytes)
  }

  test('passes bytes on, changes them while it is told to, and then no more', async () => {
    const socket = await open()
    assert.equal(await ask(socket, 'hello'), 'hello')
    proxy.set((bytes) => Buffer.from(bytes.toString().toUpperCase()))
    assert.equal(await ask(socket, 'hello'), 'HELLO')
    proxy.set(undefined)
    assert.equal(await ask(socket, 'again'), 'again')
    socket.destroy()
  })

  test('is silent to open connections for good and to new ones until the fault ends', async () => {
    const old = await open()
    assert.equal(await ask(old, 'hello'), 'hello')
    proxy.set('silent')
    let heard = ''
    old.on('data', (bytes) => {
      heard += bytes
    })
    old.write('lost')
    proxy.set(undefined)
    const fresh = await open()
    assert.equal(await ask(fresh, 'hello'), 'hello')
    assert.equal(heard, '')
    old.destroy()
    fresh.destroy()
  })

  test('keeps nobody who has gone while it was silent', async () => {
    const old = await open()
    assert.equal(await ask(old, 'hello'), 'hello')
    proxy.set('silent')
    old.destroy()
    await until(() => proxy.left === 1)
    assert.equal(proxy.open, 1)
    proxy.set(undefined)
    await until(() => proxy.open === 0)
  })

  test('is down: what is open breaks and new connections end at once', async () => {
    const old = await open()
    assert.equal(await ask(old, 'hello'), 'hello')
    const broken = once(old, 'close')
    proxy.set('down')
    await broken
    await once(await open(), 'close')
    proxy.set(undefined)
    assert.equal(await ask(await open(), 'up'), 'up')
    proxy.cut()
  })
})

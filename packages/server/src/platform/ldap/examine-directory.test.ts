import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { openOutbound } from '../outbound/outbound.ts'
import { examineDirectory } from './examine-directory.ts'
import { DEFAULTS } from './settings.ts'

describe('a server that is tried as a directory', () => {
  const sockets = new Set<Socket>()
  let answer: (socket: Socket) => void = () => {}
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    answer(socket)
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  let resolve = async (host: string) => [host]
  const examine = (given: { ssl?: boolean; startTls?: boolean; host?: string }, signal = patient()) =>
    examineDirectory(
      openOutbound({ allow: [], resolve: (host) => resolve(host) }),
      {
        ...{ ...DEFAULTS, host: '127.0.0.1', port: (server.address() as AddressInfo).port, trusted: true },
        ...{ login: 'cn=reader', password: 'secret', baseDn: 'dc=example' },
        ...given,
      },
      'all',
      signal,
    )
  const patient = () => new AbortController().signal
  const last = async (results: ReturnType<typeof examine>) => {
    const { step, ok, reason_code } = (await results).at(-1) ?? assert.fail()
    return [step, ok, reason_code]
  }

  it('is given up when the time is over, whatever it was to answer', async () => {
    for (const [given, step] of [
      [{}, 'credentials'],
      [{ ssl: true }, 'connection'],
      [{ startTls: true }, 'connection'],
    ] as const) {
      const over = new AbortController()
      answer = (socket) => socket.once('data', () => over.abort())
      assert.deepEqual(await last(examine(given, over.signal)), [step, false, 'slow'])
    }
  })

  it('is given up when the time is over and its name is still being looked up', async () => {
    const over = new AbortController()
    resolve = () => {
      over.abort()
      return new Promise<string[]>(() => {})
    }
    const results = examine({ host: 'ldap.example.test' }, over.signal)
    assert.deepEqual(await last(results), ['host', false, 'host_unknown'])
    resolve = async (host) => [host]
  })

  it('is no directory if it says something else, or breaks off', async () => {
    answer = (socket) => socket.end('SSH-2.0-OpenSSH\r\n'.repeat(400))
    assert.deepEqual(await last(examine({ startTls: true })), ['connection', false, 'not_ldap'])
    assert.deepEqual(await last(examine({ ssl: true })), ['connection', false, 'no_tls'])
    answer = (socket) => socket.destroy()
    assert.deepEqual(await last(examine({})), ['credentials', false, 'lost'])
  })

  it('has an address that was checked, and no other is connected to', async () => {
    resolve = async () => ['127.0.0.1', '169.254.169.254']
    const connected = sockets.size
    assert.deepEqual(await last(examine({ host: 'ldap.example.test' })), [
      'host',
      false,
      'address_not_allowed',
    ])
    assert.equal(sockets.size, connected)
    resolve = async (host) => [host]
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { makeSelfSignedCertificate } from '../tls/self-signed.ts'
import { isListed, isPublic } from './addresses.ts'
import { OutboundError, type OutboundOptions, openOutbound } from './outbound.ts'

const NAME = 'hooks.example.test'
const pair = makeSelfSignedCertificate({ hosts: [NAME], now: Date.now(), days: 1 })
const stranger = makeSelfSignedCertificate({ hosts: ['other.example.test'], now: Date.now(), days: 1 })
const LOCAL = { allow: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'], ca: pair.cert }
const SENT = { headers: { 'content-type': 'application/json' }, body: '{}' }

describe('requests to servers that administrators name', () => {
  const closing: (() => void)[] = []
  after(() => {
    for (const close of closing) close()
  })

  const portOf = async (server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>) => {
    closing.push(() => server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const serve = (listener: RequestListener, options = pair) => portOf(createServer(options, listener))
  /** What speaks before, or instead of, HTTP. */
  const speak = (talk: (socket: TLSSocket) => void) =>
    portOf(
      createTlsServer(pair, (socket) => {
        socket.on('error', () => {})
        closing.push(() => socket.destroy())
        talk(socket)
      }),
    )
  const post = (port: number, options: Partial<OutboundOptions> = {}) =>
    openOutbound({ ...LOCAL, ...options }).post(new URL(`https://${NAME}:${port}/in?a=1`), SENT)
  const fails = (fault: string, status?: number) => (error: unknown) => {
    assert.ok(error instanceof OutboundError, String(error))
    assert.deepEqual([error.fault, error.status], [fault, status])
    return true
  }

  it('reach the address that was checked, by the name that was given', async () => {
    const seen: unknown[] = []
    const port = await serve(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += chunk
      seen.push([req.method, req.url, req.headers.host, req.headers['content-type'], body])
      res.writeHead(201).end('thanks')
    })
    assert.deepEqual(await post(port), { status: 201 })
    assert.deepEqual(seen, [['POST', '/in?a=1', `${NAME}:${port}`, 'application/json', '{}']])
  })

  it('give the status of a refusal, and follow no redirect', async () => {
    let asked = 0
    const elsewhere = await serve((_, res) => {
      asked++
      res.end()
    })
    const port = await serve((req, res) => {
      if (req.url?.includes('a=1')) res.writeHead(302, { location: `https://${NAME}:${elsewhere}/` })
      res.end()
    })
    await assert.rejects(post(port), fails('redirect', 302))
    assert.equal(asked, 0)
    const refusing = await serve((_, res) => res.writeHead(500).end())
    assert.deepEqual(await post(refusing), { status: 500 })
  })

  it('go to no address that is private, unless it is listed', async () => {
    let connected = 0
    const server = createServer(pair, (_, res) => res.end())
    server.on('connection', () => connected++)
    const port = await portOf(server)
    await assert.rejects(post(port, { allow: [] }), fails('address'))
    await assert.rejects(post(port, { allow: ['10.0.0.0/8'] }), fails('address'))
    for (const found of [
      ['::ffff:127.0.0.1'],
      ['::1'],
      ['10.0.0.1'],
      ['192.0.2.1', '127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
    ])
      await assert.rejects(post(port, { allow: [], resolve: async () => found }), fails('address'))
    // Not even those who run the server can mean these.
    const metadata = { allow: ['0.0.0.0/0'], resolve: async () => ['169.254.169.254'] }
    await assert.rejects(post(port, metadata), fails('address'))
    assert.equal(connected, 0)
    assert.deepEqual(await post(port), { status: 200 })
  })

  it('look a name up once, so that a second answer changes nothing', async () => {
    const port = await serve((_, res) => res.end())
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    assert.deepEqual(await post(port, { resolve }), { status: 200 })
    assert.equal(asked, 1)
    await assert.rejects(post(port, { resolve: () => Promise.reject(new Error('ENOTFOUND')) }), fails('name'))
    await assert.rejects(post(port, { resolve: async () => [] }), fails('name'))
  })

  it('go to other ports than those of the web only where the address is listed', async () => {
    const port = await serve((_, res) => res.end())
    await assert.rejects(post(port, { allow: [], resolve: async () => ['8.8.8.8'] }), fails('port'))
  })

  it('try the next address of a name where nobody listens at the first', async () => {
    const port = await serve((_, res) => res.end())
    const resolve = async () => ['127.0.0.77', '127.0.0.1']
    assert.deepEqual(await post(port, { resolve }), { status: 200 })
  })

  it('need a certificate that is trusted, for the name that was given', async () => {
    const port = await serve((_, res) => res.end(), stranger)
    await assert.rejects(post(port), fails('certificate'))
    await assert.rejects(post(port, { ca: stranger.cert }), fails('certificate'))
  })

  it('end where an answer does not', async () => {
    const silent = await speak(() => {})
    await assert.rejects(post(silent, { timeoutMs: 200 }), fails('timeout'))
    const dripping = await speak((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    await assert.rejects(post(dripping, { timeoutMs: 300 }), fails('timeout'))
    const resolving = { timeoutMs: 100, resolve: () => new Promise<string[]>(() => {}) }
    await assert.rejects(post(silent, resolving), fails('timeout'))
  })

  it('read no more than the head of an answer, however much there is', async () => {
    let written = 0
    const endless = await serve((_, res) => {
      res.on('error', () => {})
      const pour = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536))) written += 65_536
      }
      res.on('drain', pour)
      pour()
    })
    assert.deepEqual(await post(endless), { status: 200 })
    assert.ok(written < 16 * 1024 * 1024, `${written} bytes`)
    const long = await speak((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const header = `x: ${'y'.repeat(1000)}\r\n`
      for (let n = 0; n < 100; n++) socket.write(header)
      socket.end('\r\n')
    })
    await assert.rejects(post(long), fails('connection'))
  })

  it('survive what is no HTTP, and ends in the middle', async () => {
    const nonsense = await speak((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    await assert.rejects(post(nonsense), fails('connection'))
    const upgrading = await speak((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    await assert.rejects(post(upgrading), fails('connection'))
    const leaving = await speak((socket) => socket.destroy())
    await assert.rejects(post(leaving), fails('connection'))
  })
})

describe('public addresses', () => {
  it('are those of the internet', () => {
    for (const address of ['8.8.8.8', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
      assert.equal(isPublic(address), true, address)
  })

  it('are none of a network of somebody’s own, in any spelling', () => {
    for (const address of [
      ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.0.0.8'],
      ...[
        '192.0.2.1',
        '192.168.0.1',
        '198.18.0.1',
        '198.51.100.1',
        '203.0.113.9',
        '224.0.0.1',
        '255.255.255.255',
      ],
      ...[
        '::',
        '::1',
        '::ffff:10.0.0.1',
        '::ffff:a00:1',
        '64:ff9b::a00:1',
        '64:ff9b:1::1',
        '100::1',
        'fc00::1',
      ],
      ...[
        'fd12::5',
        'fe80::1',
        'fe80::1%eth0',
        'fec0::1',
        'ff02::1',
        '2001::1',
        '2001:db8::1',
        '2002:a00:1::1',
      ],
      ...['3fff::1', '5f00::1'],
    ])
      assert.equal(isPublic(address), false, address)
  })

  it('can be listed one by one, and as networks', () => {
    const networks = ['10.0.0.0/8', '192.168.1.7', 'fd12::/16']
    for (const address of ['10.9.9.9', '192.168.1.7', 'fd12::5', '::ffff:10.0.0.1'])
      assert.equal(isListed(networks, address), true, address)
    for (const address of ['11.0.0.1', '192.168.1.8', 'fd13::5'])
      assert.equal(isListed(networks, address), false)
    assert.equal(isListed([], '10.0.0.1'), false)
  })
})

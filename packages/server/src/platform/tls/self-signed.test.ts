import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeSelfSignedCertificate } from './self-signed.ts'

const run = promisify(execFile)
const HOSTS = ['files.example.org', 'localhost', '127.0.0.1', '::1', '2001:db8::192.0.2.1']
const NOW = Date.UTC(2026, 4, 1, 12)

describe('self-signed certificate', () => {
  const { cert, key } = makeSelfSignedCertificate({ hosts: HOSTS, now: NOW, days: 30 })
  const x509 = new X509Certificate(cert)

  it('names every host, and no other', () => {
    assert.equal(x509.subject, 'CN=files.example.org')
    assert.equal(x509.checkHost('files.example.org'), 'files.example.org')
    assert.equal(x509.checkHost('localhost'), 'localhost')
    assert.equal(x509.checkHost('other.example.org'), undefined)
    assert.equal(x509.checkIP('127.0.0.1'), '127.0.0.1')
    assert.equal(x509.checkIP('::1'), '::1')
    assert.equal(x509.checkIP('2001:db8::c000:201'), '2001:db8::c000:201')
    assert.equal(x509.checkIP('127.0.0.2'), undefined)
    assert.equal(x509.checkIP('2001:db8::1'), undefined)
  })

  it('encodes an IPv6 address however it is spelled', () => {
    const spellings: [string, string][] = [
      ['::', '::'],
      ['fe80::', 'fe80::0'],
      ['2001:DB8:0:0:8:0:0:1', '2001:db8::8:0:0:1'],
      ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
      ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ]
    for (const [given, asked] of spellings) {
      const made = new X509Certificate(makeSelfSignedCertificate({ hosts: [given], now: NOW, days: 1 }).cert)
      assert.equal(made.checkIP(asked), asked, given)
    }
  })

  it('spells an international name in ASCII', () => {
    const made = makeSelfSignedCertificate({ hosts: ['bücher.example'], now: NOW, days: 1 })
    assert.ok(new X509Certificate(made.cert).checkHost('xn--bcher-kva.example'))
  })

  it('holds long lists of hosts', () => {
    for (const count of [5, 12, 400]) {
      const hosts = Array.from({ length: count }, (_, i) => `host-${i}.example.org`)
      const made = new X509Certificate(makeSelfSignedCertificate({ hosts, now: NOW, days: 1 }).cert)
      assert.ok(made.checkHost(`host-${count - 1}.example.org`))
    }
  })

  it('refuses no hosts and nonsense hosts', () => {
    assert.throws(() => makeSelfSignedCertificate({ hosts: [], now: NOW, days: 1 }), /at least one host/)
    assert.throws(() => makeSelfSignedCertificate({ hosts: ['a b'], now: NOW, days: 1 }), /Not a host name/)
    assert.throws(() => makeSelfSignedCertificate({ hosts: [''], now: NOW, days: 1 }), /Not a host name/)
  })

  it('is valid from an hour before now until the given days later', () => {
    assert.equal(x509.validFromDate.toISOString(), '2026-05-01T11:00:00.000Z')
    assert.equal(x509.validToDate.toISOString(), '2026-05-31T12:00:00.000Z')
    const late = new X509Certificate(makeSelfSignedCertificate({ hosts: HOSTS, now: NOW, days: 36_500 }).cert)
    assert.equal(late.validToDate.toISOString(), '2126-04-07T12:00:00.000Z')
  })

  it('is signed by its own fresh key and is no authority', () => {
    const other = makeSelfSignedCertificate({ hosts: HOSTS, now: NOW, days: 30 })
    assert.ok(x509.checkPrivateKey(createPrivateKey(key)))
    assert.ok(x509.verify(x509.publicKey))
    assert.equal(x509.ca, false)
    assert.notEqual(other.key, key)
    assert.notEqual(new X509Certificate(other.cert).serialNumber, x509.serialNumber)
  })
})

describe('a server with a self-signed certificate', () => {
  // Real time: the clients below read the machine's clock.
  const { cert, key } = makeSelfSignedCertificate({ hosts: HOSTS, now: Date.now(), days: 2 })
  const server = https.createServer({ cert, key }, (_req, res) => res.end('hello'))
  let dir: string
  let file: string
  let port: number

  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'self-signed-'))
    file = path.join(dir, 'cert.pem')
    await writeFile(file, cert)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  after(async () => {
    server.close()
    await rm(dir, { recursive: true })
  })

  async function get(host: string, ca?: string): Promise<string> {
    const options = { host: '127.0.0.1', port, servername: host, agent: false, ...(ca ? { ca } : {}) }
    const [res] = await once(https.get({ ...options, headers: { host } }), 'response')
    return (await res.toArray()).join('')
  }

  it('is trusted by node:https given the certificate', async () => {
    assert.equal(await get('localhost', cert), 'hello')
    assert.equal(await get('files.example.org', cert), 'hello')
  })

  it('is not trusted without it, or under another name', async () => {
    await assert.rejects(get('localhost'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    await assert.rejects(get('other.example.org', cert), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  it('is trusted by fetch through NODE_EXTRA_CA_CERTS', async () => {
    const script = `console.log(await (await fetch('https://127.0.0.1:${port}')).text())`
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: file }
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env })
    assert.equal(stdout.trim(), 'hello')
  })

  it('is trusted by openssl, also at its strictest', async (t) => {
    if (!(await installed('openssl', 'version'))) return t.skip('openssl is not installed')
    const purpose = ['-purpose', 'sslserver', '-verify_hostname', 'localhost']
    for (const options of [[], purpose, [...purpose, '-x509_strict', '-check_ss_sig']]) {
      const { stdout } = await run('openssl', ['verify', ...options, '-CAfile', file, file])
      assert.match(stdout, /: OK\n/)
    }
  })

  it('is trusted by curl --cacert', async () => {
    const { stdout } = await run('curl', [
      '-sS',
      '--noproxy',
      '*',
      '--cacert',
      file,
      `https://127.0.0.1:${port}/`,
    ])
    assert.equal(stdout, 'hello')
  })
})

const installed = (command: string, probe: string) =>
  run(command, [probe]).then(
    () => true,
    () => false,
  )

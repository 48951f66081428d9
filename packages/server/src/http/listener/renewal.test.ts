import assert from 'node:assert/strict'
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { encodeRequest, nameShown, openTls } from '@holdfast/server/testkit/content/raw-http'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { World } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { makeSelfSignedCertificate } from '../../platform/tls/self-signed.ts'

const [SMALL] = STACKS as [Stack]
const VERSION = { path: '/api/2/version' }

describe('a certificate whose files are replaced', () => {
  const said: { msg: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => said.push(JSON.parse(line)) })
  const lines = (msg: string) => said.filter((line) => line.msg === msg)
  let world: World
  let certFile = ''
  let keyFile = ''
  before(async () => {
    const dir = await makeTempDir()
    certFile = path.join(dir, 'fullchain.pem')
    keyFile = path.join(dir, 'privkey.pem')
    await writeFile(certFile, await readFile(environment('TESTKIT_TLS_CERT')))
    await writeFile(keyFile, await readFile(environment('TESTKIT_TLS_KEY')))
    world = new World(SMALL, { config: { tls: { certFile, keyFile } }, log })
    await world.open()
  })
  after(() => world.close())

  const shown = () => nameShown(world.url)
  const made = (name: string) =>
    makeSelfSignedCertificate({ hosts: [name], now: world.clock.now(), days: 90 })
  /** As most programs do it: whole files take the place of the old ones. */
  async function replace(file: string, text: string): Promise<void> {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }

  it('is shown to new connections, and the old ones go on', async () => {
    const { certificate } = world.service
    using open = await openTls(world.url)
    open.send(encodeRequest(VERSION).subarray(0, 10))
    const pair = made('renewed.example.test')
    await replace(certFile, pair.cert)
    await replace(keyFile, pair.key)
    await certificate.look()
    assert.equal(await shown(), 'renewed.example.test')
    assert.equal(lines('the certificate was replaced').length, 1)
    open.send(encodeRequest(VERSION).subarray(10))
    assert.equal((await open.receive()).status, 200)
    assert.equal((await open.exchange(VERSION)).status, 200)
    await certificate.look()
    assert.equal(lines('the certificate was replaced').length, 1)
  })

  it('waits until both files belong together, and the log says once why', async () => {
    const { certificate } = world.service
    const pair = made('late.example.test')
    const stays = () => lines('the certificate stays as it was')
    await writeFile(certFile, pair.cert.slice(0, 200))
    await certificate.look()
    assert.equal(await shown(), 'renewed.example.test')
    assert.match(stays().at(-1)?.reason ?? '', /fullchain\.pem does not contain a PEM certificate/)
    await writeFile(certFile, pair.cert)
    await certificate.look()
    await certificate.look()
    assert.equal(await shown(), 'renewed.example.test')
    assert.match(stays().at(-1)?.reason ?? '', /does not match the key/)
    await rm(keyFile)
    await certificate.look()
    assert.equal(stays().length, 3)
    // As certbot has it: the names are links to files of which each renewal makes new ones.
    await writeFile(`${keyFile}2`, pair.key)
    await symlink(`${keyFile}2`, keyFile)
    await certificate.look()
    assert.equal(await shown(), 'late.example.test')
    const newer = made('newer.example.test')
    for (const [file, text] of [
      [certFile, newer.cert],
      [keyFile, newer.key],
    ] as const) {
      await writeFile(`${file}3`, text)
      await symlink(`${file}3`, `${file}.link`)
      await rename(`${file}.link`, file)
    }
    await certificate.look()
    assert.equal(await shown(), 'newer.example.test')
  })
})

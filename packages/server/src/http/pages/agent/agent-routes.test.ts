import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { listAgentFiles } from './agent-files.ts'
import { findRelease } from './agent-release.ts'

const [stack] = STACKS

describe('the agent that a server offers', () => {
  assert.ok(stack)
  const world = useWorld(stack)
  const get = (path: string, headers: Record<string, string> = {}) => fetch(world.url + path, { headers })

  it('comes as one file, with the hash by which to check it', async () => {
    const answer = await get('/agent/holdfast-agent.mjs')
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.match(bytes.subarray(0, 30).toString(), /^#!\/usr\/bin\/env node\n/)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const told = await (await get('/agent/holdfast-agent.mjs.sha256')).text()
    assert.equal(told, `${sha256}  holdfast-agent.mjs\n`)
    const known = await get('/agent/holdfast-agent.mjs', {
      'if-none-match': answer.headers.get('etag') ?? '',
    })
    assert.equal(known.status, 304)
  })

  it('has a page with one line to paste, which takes no other certificate than the server’s own', async () => {
    const page = await (await get('/agent')).text()
    const certificate = new X509Certificate(await readFile(environment('TESTKIT_TLS_CERT')))
    const spki = certificate.publicKey.export({ type: 'spki', format: 'der' })
    const pin = `sha256//${createHash('sha256').update(spki).digest('base64')}`
    const address = `https://${new URL(world.url).host}/agent/install.sh`
    assert.ok(page.includes(`curl -fsS -k --pinnedpubkey ${pin} ${address} | sh<`), page)
    assert.ok(page.includes(`wget -qO- --no-check-certificate --pinnedpubkey=${pin} ${address} | sh<`))
    assert.ok(page.includes(`<code>${certificate.fingerprint256}</code>`))
    assert.match(page, /href="\/agent\/holdfast-agent\.mjs"/)
    assert.match(page, /SHA-256 [0-9a-f]{64}/)
  })

  it('leads with the browser on systems that it does not run on, and with the line to paste on Linux', async () => {
    const chrome = (system: string) =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`
    const pageOn = async (system: string) => (await get('/agent', { 'user-agent': chrome(system) })).text()
    for (const [said, name] of [
      ['Windows NT 10.0; Win64; x64', 'Windows'],
      ['Macintosh; Intel Mac OS X 10_15_7', 'macOS'],
      ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 'iOS'],
      ['Linux; Android 15', 'Android'],
    ] as const) {
      const page = await pageOn(said)
      assert.match(page, new RegExp(`The agent doesn’t run on ${name} yet`))
      const [shown = '', folded = ''] = page.split('<details')
      assert.match(shown, /<a class="button primary" href="\/">Open in your browser<\/a>/)
      assert.doesNotMatch(shown, /curl|SHA-256/)
      assert.match(folded, /Install it on a Linux computer.*curl/s)
    }
    const [shown = '', folded = ''] = (await pageOn('X11; Linux x86_64')).split('<details')
    assert.match(shown, /curl /)
    assert.doesNotMatch(shown, /wget|holdfast-agent\.mjs|Open in your browser/)
    assert.match(folded, /Other ways to install.*wget .*holdfast-agent\.mjs/s)
  })

  it('says nothing of its own certificate where a proxy shows another', async () => {
    const page = await (await get('/agent', { 'x-forwarded-for': '192.0.2.7' })).text()
    assert.match(page, /<code class="command" tabindex="0">curl -fsS https:\/\/[^ ]+ \| sh<\/code>/)
    assert.doesNotMatch(page, /pinnedpubkey|uses a self-signed certificate/)
  })

  it('comes with a signed list of its files, and a script that has the key to it', async () => {
    const bytes = async (name: string) => Buffer.from(await (await get(`/agent/${name}`)).arrayBuffer())
    const [list, signature, pem] = [
      await bytes('release'),
      await bytes('release.sig'),
      await bytes('release.pub'),
    ]
    assert.ok(verify(null, list, createPublicKey(pem), signature))
    const files = [...list.toString().matchAll(/^file ([0-9a-f]{64}) (\d+) (.+)$/gm)]
    assert.deepEqual(files.map(([, , , name]) => name).slice(0, 2), ['holdfast-agent', 'holdfast-agent.mjs'])
    for (const [, sha256, size, name = ''] of files.slice(0, 2)) {
      const found = await bytes(name)
      assert.equal(found.length, Number(size))
      assert.equal(createHash('sha256').update(found).digest('hex'), sha256)
    }
    const script = (await bytes('install.sh')).toString()
    const key = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
    assert.ok(script.includes(`\nbuild_key='${key}'\n`))
    assert.ok(script.includes(`\nurl='${world.url.replace(/\/$/, '')}'\n`), script.slice(0, 1500))
    assert.doesNotMatch(script, /'@[A-Z]+@'/)
  })

  it('is not offered to install while its list is of other files', async () => {
    const folder = await makeTempDir()
    const { publicKey } = generateKeyPairSync('ed25519')
    await writeFile(path.join(folder, 'release.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
    await writeFile(path.join(folder, 'release'), `file ${'ab'.repeat(32)} 5 holdfast-agent.mjs\n`)
    const found = (sha256: string) => findRelease(folder, { name: 'holdfast-agent.mjs', sha256 })
    assert.ok((await found('ab'.repeat(32)))?.names.includes('release.sig'))
    assert.equal(await found('cd'.repeat(32)), undefined)
  })

  it('leaves out programs of another build', async () => {
    const folder = await makeTempDir()
    const offered = async () => (await listAgentFiles(folder)).map(({ name }) => name)
    const put = (name: string, text: string) => writeFile(path.join(folder, name), text)
    await put('holdfast-agent-linux-x64', 'a program')
    assert.deepEqual(await offered(), [])
    await put('holdfast-agent.mjs', 'of the newest build')
    assert.deepEqual(await offered(), ['holdfast-agent.mjs'])
    await put('holdfast-agent-linux-x64.of', createHash('sha256').update('of an older one').digest('hex'))
    assert.deepEqual(await offered(), ['holdfast-agent.mjs'])
    await put('holdfast-agent-linux-x64.of', createHash('sha256').update('of the newest build').digest('hex'))
    assert.deepEqual(await offered(), ['holdfast-agent-linux-x64', 'holdfast-agent.mjs'])
  })

  it('is nothing else than what was built for it', async () => {
    for (const name of ['main.js', '..%2Fmain.js', 'release.key', 'holdfast-agent-linux-mips', '1'])
      assert.equal((await get(`/agent/${name}`)).status, 404, name)
    assert.equal((await fetch(`${world.url}/agent`, { method: 'POST' })).status, 405)
  })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { listAgentFiles } from './agent-files.ts'

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

  it('has a page that says how to use it', async () => {
    const page = await (await get('/agent')).text()
    assert.match(page, /href="\/agent\/holdfast-agent\.mjs"/)
    assert.match(page, /holdfast-agent\.mjs login https:\/\//)
    assert.match(page, /SHA-256 [0-9a-f]{64}/)
    assert.match(page, /warn of this server's certificate/)
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
    for (const name of ['main.js', '..%2Fmain.js', 'holdfast-agent', 'holdfast-agent-linux-mips', '1'])
      assert.equal((await get(`/agent/${name}`)).status, 404, name)
    assert.equal((await fetch(`${world.url}/agent`, { method: 'POST' })).status, 405)
  })
})

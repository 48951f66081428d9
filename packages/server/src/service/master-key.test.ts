import assert from 'node:assert/strict'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { useServers } from '@holdfast/server/testkit/servers/servers'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import type { Service } from './service.ts'

const newFile = async () => path.join(await makeTempDir(), 'keys/master.key')
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

for (const stack of STACKS) {
  describe(`the master key on ${stack.name}`, () => {
    const servers = useServers(stack)
    let first: Service
    let file = ''
    before(async () => {
      file = await newFile()
      first = await servers.start({ masterKeyFile: file })
    })
    const refused = (masterKeyFile: string, why: RegExp) =>
      assert.rejects(servers.start({ masterKeyFile }), (error: Error) => {
        assert.equal(error.name, 'MasterKeyError')
        assert.match(error.message, why)
        assert.ok(error.message.includes(masterKeyFile), error.message)
        assert.match(error.message, /HOLDFAST_MASTER_KEY_FILE/)
        return true
      })

    it('is made by the start that makes the installation, for its account alone', async () => {
      assert.ok(first.firstAccount)
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      assert.match(await readFile(file, 'utf8'), /^(#.+\n)+1 [\w-]{43}\n$/)
    })

    it('is not made by another server, which says what to copy', async () => {
      const other = await newFile()
      await refused(other, /is missing\. Copy it to .+ from another server/)
      assert.equal(await exists(other), false)
    })

    it('must be the one of the installation', async () => {
      const other = path.join(await makeTempDir(), 'master.key')
      await writeFile(other, `1 ${Buffer.alloc(32).toString('base64url')}\n`)
      await refused(other, /does not contain the master key of this installation/)
      for (const spoilt of ['', '1 short\n', `2 ${Buffer.alloc(32).toString('base64url')}\n`]) {
        await writeFile(other, spoilt)
        await refused(other, /is not a valid master key file/)
      }
    })

    it('opens the service to every server that was given a copy', async () => {
      const other = path.join(await makeTempDir(), 'master.key')
      await copyFile(file, other)
      const second = await servers.start({ masterKeyFile: other })
      assert.equal(second.firstAccount, undefined)
      assert.equal((await fetch(`${second.url}/api/2/version`)).status, 200)
    })
  })

  describe(`servers that begin at once on ${stack.name}`, () => {
    const servers = useServers(stack)

    it('agree on one key; those that have another leave none behind', async () => {
      const files = await Promise.all(Array.from({ length: 3 }, newFile))
      const started = await Promise.allSettled(files.map((masterKeyFile) => servers.start({ masterKeyFile })))
      const [one, ...more] = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.ok(one)
      assert.equal(more.length, 0)
      for (const each of files) assert.equal(await exists(each), each === one.ctx.config.masterKeyFile)
    })
  })
}

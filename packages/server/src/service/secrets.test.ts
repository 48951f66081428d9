import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { createAuthSource } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationId } from '@holdfast/api/ids'
import { addSharelinkSubscriber, type Sharelink, shareFile } from '@holdfast/api/sharing/links'
import { DAY_MS } from '@holdfast/api/time'
import { dumpTables } from '@holdfast/server/testkit/database/dump'
import { codeOf, enableTwoStep, type Keys, RECOVER } from '@holdfast/server/testkit/people/two-step'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { licenseEnd } from '../accounts/organizations/licenses.ts'
import { enqueue } from '../platform/jobs/jobs.ts'
import { versionOf } from '../platform/secrets/keys.ts'
import { SEALED } from '../platform/secrets/sealed-columns.ts'
import { startService } from './service.ts'

const BIND_PASSWORD = 'password of the directory'
const QUEUED = 'a mail with something secret'

const hashed = (text: string, key: string | Buffer | undefined): Buffer =>
  (key === undefined ? createHash('sha256') : createHmac('sha256', key)).update(text).digest()

/** All rows as they stand, and the bytes of those columns that hold some. */
const bytesOf = (dump: Record<string, string[]>): Buffer[] =>
  Object.values(dump)
    .flat()
    .flatMap((row) => [
      Buffer.from(row),
      ...(Object.values(JSON.parse(row)) as { type?: string; data?: number[] }[])
        .filter((value) => value?.type === 'Buffer')
        .map(({ data }) => Buffer.from(data ?? [])),
    ])

for (const stack of STACKS)
  describe(`the secrets in the database on ${stack.name}`, () => {
    const world = useWorld(stack)
    let [ann, bob]: (Someone | undefined)[] = []
    let [keys, link, subscriberHash, token, code, license]: [
      Keys?,
      Sharelink?,
      string?,
      string?,
      string?,
      string?,
    ] = []
    const password = 'of this link'

    before(async () => {
      ann = await world.person()
      bob = await world.person()
      keys = await enableTwoStep(world, ann, 'authenticator')
      await enableTwoStep(world, bob, 'email')
      const file = await ann.upload('a.txt', 'shared')
      link = await ann.call(shareFile, { root_id: ann.rootId, file_id: file.id, password })
      const someone = { sharelink_id: link.id, email: 'someone@example.test' }
      subscriberHash = (await ann.call(addSharelinkSubscriber, someone)).hash
      const admin = await world.admin()
      const directory = {
        organization_id: 1 as OrganizationId,
        host: 'ldap.example.test',
        login: 'cn=reader',
        password: BIND_PASSWORD,
      }
      await admin.call(createAuthSource, { ...directory, base_dn: 'dc=example' })
      license = await world.issueLicense('2099-12-31')
      const { ctx } = world.service
      const mail = { to: ann.email, subject: 'x', text: QUEUED, html: QUEUED }
      await ctx.db.write((tx) => enqueue(tx, 'send_mail', mail, world.clock.now() + DAY_MS))
      await world.token({ grant_type: 'password', username: bob.email, password: PASSWORD })
      const destination = `${world.url}/x/{token}`
      await world.post('/api/2/reset_password', { email: ann.email, destination })
    })

    const status = async (hash: string, headers: Record<string, string> = {}) =>
      (await fetch(`${world.url}/api/2/sharelinks/${hash}`, { headers })).status
    const signIn = (more: Record<string, string>) =>
      world.token({ grant_type: 'password', username: ann?.email ?? '', password: PASSWORD, ...more })

    it('let nobody in who has stolen it', async () => {
      const stolen = await dumpTables(world.service.ctx.db.read)
      const everything = bytesOf(stolen)
      const mails = (await world.sent()).map(({ text }) => text)
      code = mails.flatMap((text) => /\b\d{6}\b/.exec(text) ?? []).at(-1)
      token = mails.flatMap((text) => /\/x\/([\w-]{43})/.exec(text)?.[1] ?? []).at(-1)
      for (const [name, secret] of Object.entries({
        key: keys?.key,
        backupKey: keys?.backupKey,
        hash: link?.hash,
        subscriberHash,
        bind: BIND_PASSWORD,
        queued: QUEUED,
        token,
        access: ann?.session?.accessToken,
        refresh: ann?.session?.refreshToken,
      })) {
        assert.ok(secret, name)
        for (const form of [
          secret,
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64'),
        ])
          assert.ok(!everything.some((bytes) => bytes.includes(form)), `${name} stands in the database`)
      }
      // Six digits are found from a hash without a key by trying them all.
      const sent = await world.service.ctx.db.read
        .selectFrom('sent_code')
        .selectAll()
        .executeTakeFirstOrThrow()
      const facts = JSON.stringify([bob?.id, 'sign_in', bob?.email, code])
      for (const key of [undefined, '', Buffer.alloc(32)]) assert.ok(!hashed(facts, key).equals(sent.hash))
      // What a link's password is stored as makes no ticket.
      const { password_hash } = await world.service.ctx.db.read
        .selectFrom('share_link')
        .selectAll()
        .executeTakeFirstOrThrow()
      const until = world.clock.now() + 1000
      const forged = createHmac('sha256', password_hash ?? '')
        .update(`link ${link?.id} until ${until}`)
        .digest('base64url')
      assert.equal(await status(link?.hash ?? '', { 'x-link-ticket': `${until}.${forged}` }), 403)
    })

    it('cannot be started with another key', async () => {
      const config = { ...world.config, dataDir: await makeTempDir() }
      const elsewhere = { ...config, masterKeyFile: path.join(config.dataDir, 'master.key') }
      const start = () => startService(elsewhere, { now: world.clock.now, log: world.service.ctx.log })
      await assert.rejects(start(), { name: 'MasterKeyError' })
    })

    it('are sealed by a new key, and stay what they were', async () => {
      const { dataDir } = world.place
      const file = path.join(dataDir, 'master.key')
      const old = path.join(await makeTempDir(), 'old.key')
      await copyFile(file, old)
      const rows = await world.service.ctx.db.read.selectFrom('share_link').selectAll().execute()
      await world.service.close()
      const rotated = await runCommandHere(['rotate-key'], settingsOf(world.place))
      assert.deepEqual([rotated.code, rotated.errors], [0, ''])
      assert.match(
        rotated.output,
        /now has version 2\. [1-9]\d* secrets? encrypted with it\. Copy .+master\.key to all/,
      )
      assert.ok((await readFile(file, 'utf8')).startsWith(await readFile(old, 'utf8')))
      await assert.rejects(
        startService(
          { ...world.config, masterKeyFile: old },
          { now: world.clock.now, log: world.service.ctx.log },
        ),
        /does not contain the master key of this installation \(version 2\)/,
      )

      await world.start()
      const { ctx } = world.service
      assert.deepEqual(await sealedVersions(), [2])
      assert.equal(await status(link?.hash ?? '', ann?.bearer), 200)
      assert.equal(await status(subscriberHash ?? '', ann?.bearer), 200)
      assert.equal((await signIn({ auth_code: codeOf(world, keys as Keys) })).status, 200)
      assert.ok(await licenseEnd(ctx, license ?? ''))
      const whole = await runCommandHere(['verify', '--activity'], settingsOf(world.place))
      assert.equal(whole.code, 0, whole.output)

      // As if it had been cut off before it came to the links.
      await ctx.db.write(async (tx) => {
        await tx.updateTable('master_key').set({ resealed_at: null }).where('version', '=', 2).execute()
        for (const { id, hash, hash_digest } of rows)
          await tx.updateTable('share_link').set({ hash, hash_digest }).where('id', '=', id).execute()
      })
      assert.deepEqual(await sealedVersions(), [1, 2])
      assert.equal(await status(link?.hash ?? '', ann?.bearer), 200)
      await world.service.close()
      const again = await runCommandHere(['rotate-key'], settingsOf(world.place))
      assert.match(again.output, new RegExp(`has version 2\\. ${rows.length} secrets? encrypted`))
      await world.start()
      assert.deepEqual(await sealedVersions(), [2])
      const recovered = { email: ann?.email ?? '', backup_key: keys?.backupKey ?? '' }
      assert.equal((await world.post(RECOVER, recovered)).status, 200)
    })

    /** The versions of the master key by which anything is sealed. */
    const sealedVersions = async () => {
      const versions = new Set<number>()
      const dump = await dumpTables(world.service.ctx.db.read)
      for (const [table, { columns }] of Object.entries(SEALED))
        for (const row of dump[table] ?? [])
          for (const column of columns) {
            const value = JSON.parse(row)[column] as { data: number[] } | null
            if (value) versions.add(versionOf(Buffer.from(value.data)))
          }
      return [...versions].sort()
    }
  })

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInFolder, createFolderInRoot, deleteFile, deleteFolder } from '@holdfast/api/files/files'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import { getOrganizationUsage } from '@holdfast/api/oversight/usage'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** What the test itself remembers of a person's files. */
interface Item {
  id: EntryId
  kind: 'file' | 'folder'
  size: number
  parent: Item | undefined
  deleted: boolean
}
const isGone = (item: Item | undefined): boolean =>
  item !== undefined && (item.deleted || isGone(item.parent))

class History {
  readonly items: Item[] = []
  readonly #who: Someone
  readonly #random: (below: number) => number

  constructor(who: Someone, random: (below: number) => number) {
    this.#who = who
    this.#random = random
  }

  #pick(kind: Item['kind']): Item | undefined {
    const live = this.items.filter((item) => item.kind === kind && !isGone(item))
    return live[this.#random(live.length || 1)]
  }

  async change(n: number): Promise<void> {
    const root_id = this.#who.rootId
    const parent = this.#random(4) === 0 ? undefined : this.#pick('folder')
    switch (this.#random(6)) {
      case 0: {
        const folder = parent
          ? await this.#who.call(createFolderInFolder, { root_id, folder_id: parent.id, name: `d${n}` })
          : await this.#who.call(createFolderInRoot, { root_id, name: `d${n}` })
        this.items.push({ id: folder.id, kind: 'folder', size: 0, parent, deleted: false })
        break
      }
      case 1:
      case 2: {
        const item = this.#pick(this.#random(4) === 0 ? 'folder' : 'file')
        if (!item) break
        if (item.kind === 'file') await this.#who.call(deleteFile, { root_id, file_id: item.id })
        else await this.#who.call(deleteFolder, { root_id, folder_id: item.id })
        item.deleted = true
        break
      }
      default: {
        const size = [0, 7, 1000, 70_000][this.#random(4)] ?? 0
        const file = await this.#who.upload(`f${n}`, String(this.#random(3)).repeat(size), parent?.id)
        this.items.push({ id: file.id, kind: 'file', size, parent, deleted: false })
      }
    }
  }
}

for (const stack of STACKS)
  describe(`usage on ${stack.name}`, () => {
    const world = useWorld(stack)
    const usageOf = (who: Someone, organization_id: OrganizationId) =>
      who.call(getOrganizationUsage, { organization_id })

    it('is what a recount gives after any history', async () => {
      const organizationId = await world.organization()
      const admin = await world.person({ organizationId, siteAdmin: true })
      const people = [admin, await world.person({ organizationId }), await world.person({ organizationId })]
      const elsewhere = await world.person({ organizationId: await world.organization({}, organizationId) })
      await elsewhere.upload('not counted.txt', 'x')
      const random = numbers(11)
      const histories = people.map((who) => new History(who, random))
      for (let round = 0; round < 3; round++) {
        await Promise.all(
          histories.map(async (history) => {
            for (let n = 0; n < 20; n++) await history.change(round * 20 + n)
          }),
        )
        const files = histories.flatMap(({ items }) => items.filter(({ kind }) => kind === 'file'))
        const [live, gone] = [files.filter((file) => !isGone(file)), files.filter(isGone)]
        const sum = (some: Item[]) => some.reduce((total, { size }) => total + size, 0)
        const { user_space_usage: user, ...usage } = await usageOf(admin, organizationId)
        const [stored] = await rawSql<{ bytes: number }>(
          world.service.ctx.db,
          `select cast(sum(c.size) as bigint) as bytes from chunk c join root r on r.id = c.root_id
           where r.organization_id = ${organizationId} and c.refs > 0`,
        )
        assert.deepEqual(user, {
          type: 'root_space_usage',
          file_count: live.length,
          head_size: sum(live),
          head_size_formatted: formatSize(sum(live)),
          revision_count: live.length,
          revision_size: sum(live),
          revision_size_formatted: formatSize(sum(live)),
          del_file_count: gone.length,
          del_revision_count: gone.length,
          deleted_size: sum(gone),
          deleted_size_formatted: formatSize(sum(gone)),
          physical_size: stored?.bytes ?? 0,
          physical_size_formatted: formatSize(stored?.bytes ?? 0),
          root_count: 3,
        })
        assert.deepEqual(usage.total_space_usage, user)
        assert.ok(live.length > 0 && gone.length > 0)
      }
      await checkInvariants(world.service.ctx.db.read)
    })

    it('counts accounts, devices and what is directly below', async () => {
      const organizationId = await world.organization()
      const admin = await world.person({ organizationId, siteAdmin: true })
      await world.person({ organizationId })
      const child = await world.organization({}, organizationId)
      await world.organization({}, child)
      const { counts, backup_space_usage: backups } = await usageOf(admin, organizationId)
      assert.deepEqual(counts, {
        type: 'organization_usage_counts',
        accounts: 2,
        admin_accounts: 1,
        groups: 0,
        guests: 0,
        machines: 2,
        organizations: 1,
      })
      assert.deepEqual([backups.root_count, backups.physical_size_formatted], [0, '0 B'])
    })

    it('tells roots by their type and leaves out deleted ones', async () => {
      const organizationId = await world.organization()
      const admin = await world.person({ organizationId, siteAdmin: true })
      await admin.upload('a.txt', 'four')
      const { db } = world.service.ctx
      const turn = (into: string) => rawSql(db, `update root set ${into} where id = ${admin.rootId}`)
      const sizes = async () => {
        const usage = await usageOf(admin, organizationId)
        const { backup_space_usage, team_share_space_usage, user_space_usage, total_space_usage } = usage
        return [backup_space_usage, team_share_space_usage, user_space_usage, total_space_usage].map(
          ({ head_size }) => head_size,
        )
      }
      assert.deepEqual(await sizes(), [0, 0, 4, 4])
      await turn(`root_type = 'share'`)
      assert.deepEqual(await sizes(), [0, 4, 0, 4])
      await turn(`root_type = 'backup'`)
      assert.deepEqual(await sizes(), [4, 0, 0, 4])
      await turn('deleted_at = 1')
      assert.deepEqual(await sizes(), [0, 0, 0, 0])
    })

    it('is for administrators of the organization or above', async () => {
      const organizationId = await world.organization()
      const below = await world.organization({}, organizationId)
      const admin = await world.person({ organizationId, siteAdmin: true })
      for (const someone of [admin, await world.admin()]) await usageOf(someone, below)
      const others = [
        await world.person({ organizationId }),
        await world.person({ organizationId: below, siteAdmin: true }),
        await world.person({ organizationId: await world.organization(), siteAdmin: true }),
      ]
      for (const someone of others)
        await assert.rejects(usageOf(someone, organizationId), { status: 403, code: 'forbidden' })
      await assert.rejects(usageOf(admin, 999_999 as OrganizationId), { status: 404, code: 'not_found' })
    })

    it('and times and machines give alerts where they need someone', async () => {
      const organizationId = await world.organization({ space_quota: 1000, num_users_maximum: 10 })
      const boss = await world.person({ organizationId, siteAdmin: true })
      const alerts = async () => (await boss.call(listAlerts, { organization_id: organizationId })).results
      assert.deepEqual(await alerts(), [])
      await boss.upload('most.txt', 'x'.repeat(950))
      const soon = world.clock.now() + 3 * 24 * 3_600_000
      await world.changeOrganization(organizationId, { trial_until: soon })
      const { db } = world.service.ctx
      await db.write((tx) =>
        tx
          .updateTable('machine')
          .set({ alerted_at: 0, nickname: 'laptop' })
          .where('person_id', '=', boss.id)
          .execute(),
      )
      const found = await alerts()
      assert.deepEqual(
        found.map(({ kind, level, used, limit, count }) => [kind, level, used, limit, count]),
        [
          ['space_quota', 'warning', 950, 1000, 0],
          ['trial_ending', 'warning', null, null, 0],
          ['machines_unreachable', 'warning', null, null, 1],
        ],
      )
      assert.deepEqual([found[1]?.at, found[2]?.items[0]?.name], [formatUtc(soon), 'laptop'])
      await boss.upload('rest.txt', 'y'.repeat(50))
      for (let n = 0; n < 9; n++) await world.person({ organizationId })
      assert.deepEqual(
        (await alerts()).slice(0, 2).map(({ kind, level }) => [kind, level]),
        [
          ['space_quota', 'urgent'],
          ['accounts_maximum', 'urgent'],
        ],
      )
      await db.write(async (tx) => {
        await enqueue(
          tx,
          'send_mail',
          { to: 'x@example.test', subject: '', text: '', html: '' },
          0,
          organizationId,
        )
        await tx.updateTable('job').set({ given_up_at: 1, created_at: 1 }).execute()
        await enqueue(tx, 'count_usage', {}, 0)
        await tx.updateTable('job').set({ given_up_at: 2 }).where('kind', '=', 'count_usage').execute()
      })
      const troubles = async (who: Someone, organization_id: OrganizationId) =>
        (await who.call(listAlerts, { organization_id })).results
          .filter(({ kind }) => kind === 'jobs_failed' || kind === 'mail_waiting')
          .map(({ kind, level, items }) => [kind, level, items[0]?.name])
      const mails = ['mail_waiting', 'urgent', 'send_mail']
      assert.deepEqual(await troubles(boss, organizationId), [mails])
      assert.deepEqual(await troubles(await world.admin(), 1 as OrganizationId), [
        ['jobs_failed', 'urgent', 'count_usage'],
        mails,
      ])
      await db.write((tx) => tx.deleteFrom('job').where('given_up_at', 'is not', null).execute())
      const plain = await world.person({ organizationId })
      await assert.rejects(plain.call(listAlerts, { organization_id: organizationId }), { code: 'forbidden' })
    })
  })

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { ROOT_POLICY } from '@holdfast/api/policy'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { sortedWhole } from '@holdfast/server/testkit/database/sorted-whole'
import { type Hired, hire, join } from '@holdfast/server/testkit/people/staff'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import type { Filter, Scope } from '../../platform/db/table/listed.ts'
import { named } from '../../platform/db/table/named.ts'
import { type Read, readPage } from '../../platform/table/page.ts'
import { type ListWish, readListed } from '../../platform/table/read-listed.ts'
import { insertGroup } from '../../records/groups.ts'
import { insertOrganization } from '../../records/organizations.ts'
import { wordsIn } from '../../records/words.ts'
import * as rows from './queries.ts'

const WALKS = rounds(60, 2000)
const ORGANIZATIONS = 130
const PEOPLE = 1500
const NAMES = [
  'Ann',
  'ann',
  'Änn',
  'Zoë 🦄',
  '\u{1F600}',
  'ﬃ',
  "O'Connor",
  'von Berg',
  '王',
  '=1+1',
  ' ',
  'Ann Marie',
]
const COLUMNS = ['last_name_key', 'email_key', 'seen_at', 'shown_space', 'id']

/** The same numbers for the same seed. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

for (const stack of STACKS)
  describe(`lists of people, drawn by chance, on ${stack.name}`, () => {
    const world = useDatabase(stack)
    const draw = drawFrom(2026)
    const one = <T>(from: readonly T[]): T => from[draw(from.length)] as T
    let group: GroupId
    const organizations: { id: OrganizationId; path: string }[] = []

    before(async () => {
      const { db } = world
      await migrate(db, 0)
      await db.write(async (tx) => {
        for (let n = 0; n < ORGANIZATIONS; n++) {
          const parent_id = n === 0 ? null : (one(organizations.slice(-20)).id ?? null)
          const { id, path } = await insertOrganization(tx, {
            parent_id,
            name: `Organization ${n}`,
            slug: `o${n}`,
            email: 'a@x.test',
            active: 1,
            policy: ROOT_POLICY,
            created_at: 0,
          })
          organizations.push({ id, path })
        }
        const [{ id: organization_id } = { id: 1 as OrganizationId }] = organizations
        group = (
          await insertGroup(tx, {
            organization_id,
            name: 'Some',
            auth_source_id: null,
            directory_id: null,
            created_at: 0,
          })
        ).id
      })
      const people = Array.from({ length: PEOPLE }, (_, n): Hired => {
        // Most are in few organizations, and some have none.
        const at = organizations[draw(3) > 0 ? draw(4) : draw(ORGANIZATIONS - 10)]
        return {
          organizationId: at?.id ?? (1 as OrganizationId),
          first: one(NAMES),
          last: one(NAMES),
          email: `${one(['a', 'b', 'É'])}${n}@example.test`,
          guest: draw(10) === 0,
          more: {
            seen_at: draw(3) * 1000,
            shown_space: draw(4),
            two_step_mode: draw(4) === 0 ? null : 'email',
            locked_until: draw(20) === 0 ? 50_000 : null,
            active: draw(9) === 0 ? 0 : 1,
            site_admin: draw(30) === 0 ? 1 : 0,
          },
        }
      })
      const ids = await hire(db, people)
      await join(
        db,
        group,
        ids.filter((_, n) => n % 7 === 0),
      )
      await rawSql(db, 'update person set deleted_at = 1 where id % 31 = 0')
      await rawSql(db, 'update organization set deleted_at = 1 where id % 37 = 0')
    })

    const FILTERS: (() => Filter)[] = [
      () =>
        named('person', wordsIn(one(['a', 'ann', 'o con', 'zo 🦄', 'berg', 'exam ann', 'x', '王', '🦄']))),
      () => rows.administrators,
      () => rows.lockedAt(10_000),
      () => rows.withoutTwoStep,
      () => rows.disabled,
      () => rows.neverSeen(0),
      () => rows.seenBefore(0, 1500),
      () => rows.emailUnverified,
      () => rows.inGroup(group),
      () => rows.invitedBy(1 as PersonId),
    ]

    /** All pages to the end and all the way back. */
    async function walk(read: Read<number>, limit: number, descending: boolean) {
      const there: number[] = []
      const back: number[] = []
      let page = await readPage(read, { limit, descending })
      assert.equal(page.previous, undefined)
      for (;;) {
        there.push(...page.rows)
        assert.ok(page.rows.length <= limit)
        if (!page.next) break
        page = await readPage(read, { limit, descending, turn: page.next })
      }
      back.unshift(...page.rows)
      while (page.previous) {
        page = await readPage(read, { limit, descending, turn: page.previous })
        back.unshift(...page.rows)
      }
      return { there, back }
    }

    it('are the same page by page, there and back, as sorted whole', async () => {
      let [many, ended] = [0, 0]
      for (let n = 0; n < WALKS; n++) {
        const at = n % 3 === 0 ? organizations[draw(4)] : one(organizations.slice(0, 30))
        if (!at) continue
        const scope: Scope = draw(3) === 0 ? { organizationId: at.id } : { path: at.path }
        const guests = draw(8) === 0
        const filters = Array.from({ length: guests ? 0 : draw(3) }, () => one(FILTERS)())
        const sort = { column: one(COLUMNS), descending: draw(2) === 0 }
        const wish: ListWish = { listed: guests ? rows.GUESTS : rows.PERSONS, scope, sort, filters }
        const limits = { few: one([0, 20, 2000]), searched: one([30, 300, 20_000]) }
        const limit = one([1, 7, 40, 101, 2000])
        const whole = await sortedWhole(world.db, wish)
        // Pages of one are many.
        if (limit === 1 && whole.length > 40) continue
        const read = await readListed(world.db.read, wish, limits)
        const counted: Read<number> = async (reach) => {
          const found = await read(reach)
          if (found.searched !== undefined) ended++
          return found
        }
        const about = JSON.stringify({ n, scope, sort, limits, limit, filters: filters.length })
        const { there, back } = await walk(counted, limit, sort.descending)
        assert.deepEqual(there, whole, `there ${about}`)
        assert.deepEqual(back, whole, `back ${about}`)
        if (whole.length > limit && 'path' in scope) many++
      }
      assert.ok(many > WALKS / 10 && ended > WALKS / 20, `${many} over many, ${ended} ended early`)
    })
  })

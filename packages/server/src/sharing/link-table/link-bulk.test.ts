import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, SharelinkId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { applySharelinksBulk, planSharelinksBulk } from '@holdfast/api/sharing/link-bulk'
import { getSharelink, shareFile } from '@holdfast/api/sharing/links'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Wish = Partial<ParamsOf<typeof planSharelinksBulk>> & Pick<ParamsOf<typeof planSharelinksBulk>, 'action'>
type Doing = Partial<ParamsOf<typeof applySharelinksBulk>> &
  Pick<ParamsOf<typeof applySharelinksBulk>, 'action' | 'ids'>

for (const stack of STACKS)
  describe(`many share links at once on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let below: OrganizationId
    let boss: Someone
    let ann: Someone
    let bob: Someone

    beforeEach(async () => {
      home = await world.organization()
      below = await world.organization({}, home)
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
      bob = await world.person({ organizationId: below, siteAdmin: true })
    })

    let files = 0
    async function link(who: Someone, given: object = {}): Promise<SharelinkId> {
      const file = { name: `${++files}.txt`, bytes: new Blob(['x']) }
      const { id: file_id } = await who.call(uploadToRoot, { root_id: who.rootId, file })
      return (await who.call(shareFile, { root_id: who.rootId, file_id, ...given })).id
    }
    const plan = (wish: Wish, who = boss) => who.call(planSharelinksBulk, { organization_id: home, ...wish })
    const apply = async (wish: Doing, who = boss) =>
      (await who.call(applySharelinksBulk, { organization_id: home, ...wish })).results
    const get = (sharelink_id: SharelinkId, who = ann) =>
      who.call(getSharelink, { sharelink_id: String(sharelink_id) })
    const day = (days: number) => new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)

    it('says who keeps access, changes nothing, and does not touch what is created later', async () => {
      const [shared, open, own] = [
        await link(ann, { subscribers: ['one@example.test'] }),
        await link(ann),
        await link(ann, { login_required: true }),
      ]
      const theirs = await link(bob)
      const planned = await plan({ action: 'require_sign_in', below: true })
      assert.deepEqual(planned, {
        type: 'bulk_plan',
        ids: [shared, open, theirs],
        same: 1,
        left_out: [],
        with_members: 1,
      })
      assert.equal((await get(open)).login_required, false)
      const later = await link(ann)
      const results = await apply({ action: 'require_sign_in', below: true, ids: planned.ids })
      assert.deepEqual(
        results.map(({ id, outcome }) => [id, outcome]),
        planned.ids.map((id) => [id, 'done']),
      )
      assert.equal((await get(open)).login_required, true)
      assert.equal((await get(theirs, bob)).login_required, true)
      assert.equal((await get(later)).login_required, false)
      assert.equal((await get(own)).login_required, true)
      const kinds = (await boss.call(listOrganizationActivity, { organization_id: home })).results
      assert.ok(kinds.filter(({ activity_type_id }) => activity_type_id === 64).length >= 2)
      // Those of an organization below are not meant without saying so.
      const [outside] = await apply({ action: 'require_sign_in', ids: [theirs] })
      assert.equal(outside?.outcome, 'gone')
      const undone = await apply({ action: 'allow_public', ids: [open, shared] })
      assert.deepEqual(
        undone.map(({ outcome }) => outcome),
        ['done', 'done'],
      )
      assert.equal((await get(open)).login_required, false)
    })

    it('shortens expiry dates, leaves earlier ones, revives none, and puts them back', async () => {
      const [never, soon, late] = [
        await link(ann),
        await link(ann, { expires: day(3) }),
        await link(ann, { expires: day(300) }),
      ]
      const over = await link(ann, { expires: day(0) })
      world.clock.advance({ days: 1 })
      const expires = day(30)
      const planned = await plan({ action: 'set_expires', expires })
      assert.deepEqual([planned.ids, planned.same], [[never, late], 1])
      assert.deepEqual(
        planned.left_out.map(({ reason, count }) => [reason, count]),
        [['expired', 1]],
      )
      const lateBefore = (await get(late)).expires
      const results = await apply({ action: 'set_expires', expires, ids: [never, late, over, soon] })
      assert.deepEqual(
        results.map(({ outcome, expires_before }) => [outcome, expires_before]),
        [
          ['done', null],
          ['done', lateBefore],
          ['refused', (await get(over)).expires],
          ['same', (await get(soon)).expires],
        ],
      )
      assert.deepEqual([(await get(never)).expires, (await get(late)).expires], [expires, expires])
      const back = await apply({
        action: 'set_expires',
        ids: [never, late],
        expires_each: ['never', lateBefore ?? ''],
      })
      assert.deepEqual(
        back.map(({ outcome }) => outcome),
        ['done', 'done'],
      )
      assert.deepEqual([(await get(never)).expires, (await get(late)).expires], [null, lateBefore])
      for (const wrong of [{ expires: day(-1) }, { expires_each: ['never', 'never'] }, {}])
        assert.match(
          (await refusal(apply({ action: 'set_expires', ids: [never], ...wrong }))) ?? '',
          /^(invalid_request|missing_parameter)$/,
        )
      assert.equal(
        await refusal(apply({ action: 'set_expires', ids: [never], expires_each: ['soon'] })),
        'invalid_date_format',
      )
    })

    it('deletes those that are meant, by filters without some of them', async () => {
      const [first, second, third] = [
        await link(ann),
        await link(ann),
        await link(ann, { password: 'sesame' }),
      ]
      const planned = await plan({ action: 'delete', no_password: true, except_ids: [second] })
      assert.deepEqual(planned.ids, [first])
      await apply({ action: 'delete', ids: planned.ids })
      assert.equal(await refusal(get(first)), 'not_found')
      assert.deepEqual([(await get(second)).id, (await get(third)).id], [second, third])
      assert.equal((await apply({ action: 'delete', ids: [first] }))[0]?.outcome, 'gone')
    })

    it('closes in privacy mode what it does not name, and opens nothing', async () => {
      const theirs = await link(bob)
      await world.changeOrganization(below, { privacy_mode: 1 })
      const [closed] = await apply({ action: 'require_sign_in', below: true, ids: [theirs] })
      assert.deepEqual([closed?.outcome, closed?.name], ['done', ''])
      for (const wish of [{ action: 'allow_public' }, { action: 'set_expires', expires: day(5) }] as const) {
        assert.equal((await plan({ ...wish, below: true })).ids.length, 0)
        const [one] = await apply({ ...wish, below: true, ids: [theirs] })
        assert.deepEqual([one?.outcome, one?.reason], ['refused', 'not_allowed'])
      }
      assert.equal((await get(theirs, bob)).login_required, true)
    })

    it('opens nothing where the policy asks for a sign-in', async () => {
      const own = await link(ann, { login_required: true })
      await world.changeOrganization(home, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, secure_shares: true }),
      })
      const [one] = await apply({ action: 'allow_public', ids: [own] })
      assert.deepEqual([one?.outcome, one?.error], ['failed', 'policy_error'])
      assert.equal(await refusal(plan({ action: 'delete' }, ann)), 'forbidden')
      assert.equal(await refusal(apply({ action: 'delete', ids: [own] }, ann)), 'forbidden')
    })
  })

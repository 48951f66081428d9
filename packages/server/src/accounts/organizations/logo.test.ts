import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Brand,
  deleteOrganizationLogo,
  getOrganizationBrand,
  LOGO_BYTES,
  setOrganizationLogo,
} from '@holdfast/api/accounts/brand'
import { deleteOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { blackPng, pngOf } from '@holdfast/server/testkit/content/png'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import sharp from 'sharp'
import type { Tx } from '../../platform/db/database.ts'
import { removeLogo } from '../../records/logos.ts'
import { sendMail } from '../../records/send-mail.ts'

const RED = [160, 20, 60, 255] as const
const WIDE = pngOf(1200, 300, (x) => (x < 600 ? RED : [0, 0, 0, 0]))

for (const stack of STACKS)
  describe(`the logo of an organization on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function customer(policy = {}) {
      const above = await world.organization()
      const id = await world.organization(policy, above)
      const boss = await world.person({ organizationId: above, siteAdmin: true })
      const admin = await world.person({ organizationId: id, siteAdmin: true })
      return { above, id, boss, admin }
    }
    const put = (who: Someone, organization_id: OrganizationId, image: Uint8Array<ArrayBuffer> = WIDE) =>
      who.call(setOrganizationLogo, { organization_id, image })
    const look = (who: Someone, organization_id: OrganizationId) =>
      who.call(getOrganizationBrand, { organization_id })
    const addressOf = ({ logo }: Brand) => world.url + (logo?.url ?? assert.fail('no logo'))

    it('is made small, without what was written beside it, and shown to anyone', async () => {
      const { id, admin } = await customer()
      const { logo, own_logo } = await put(admin, id)
      assert.deepEqual(logo, own_logo)
      assert.deepEqual([logo?.width, logo?.height], [480, 120])
      assert.match(logo?.url ?? '', /^\/logo\/[0-9a-f]{32}-480x120\.png$/)
      const brand = await look(await world.person({ organizationId: id }), id)
      assert.deepEqual([brand.logo, brand.inherited], [logo, undefined])
      const answer = await fetch(addressOf(brand))
      assert.equal(answer.status, 200)
      for (const [name, value] of [
        ['content-type', 'image/png'],
        ['x-content-type-options', 'nosniff'],
        ['cache-control', 'public, max-age=31536000, immutable'],
      ] as const)
        assert.equal(answer.headers.get(name), value)
      assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.ok(!bytes.includes('made by a test'), 'nothing but pixels')
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      assert.equal(info.channels, 4)
      assert.deepEqual([...data.subarray(0, 4)], [...RED])
      assert.equal(data.at(-1), 0, 'what is transparent stays so')
      const etag = answer.headers.get('etag') ?? ''
      const again = await fetch(addressOf(brand), { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304)
      const head = await fetch(addressOf(brand), { method: 'HEAD' })
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
      assert.equal((await fetch(`${world.url}/logo/${'0'.repeat(32)}-480x120.png`)).status, 404)
      assert.equal((await fetch(`${world.url}/logo/x.svg`)).status, 404)
    })

    it('may be a WebP, and stays as large as it is where that is small', async () => {
      const { id, admin } = await customer()
      const webp = await sharp(pngOf(60, 20, RED))
        .webp({ lossless: true })
        .toBuffer()
      const { logo } = await put(admin, id, new Uint8Array(webp))
      assert.deepEqual([logo?.width, logo?.height], [60, 20])
      const shown = new Uint8Array(await (await fetch(world.url + logo?.url)).arrayBuffer())
      assert.deepEqual((await put(admin, id, shown)).logo, logo, 'what is shown can be sent again')
    })

    it('is that of the nearest one above without one of its own, or the right to it', async () => {
      const { above, id, boss, admin } = await customer()
      const { logo } = await put(boss, above)
      const { name } = await look(boss, above)
      const inherited = await look(admin, id)
      assert.deepEqual([inherited.logo, inherited.own_logo], [logo, null])
      assert.deepEqual(inherited.inherited?.logo_from, { id: above, name })
      const own = await put(admin, id, pngOf(10, 10, RED))
      assert.deepEqual(own.logo, own.own_logo)
      assert.deepEqual(own.inherited?.logo, logo)
      await boss.call(updateOrganizationPolicy, { organization_id: id, branding_enabled: false })
      const kept = await look(admin, id)
      assert.deepEqual([kept.logo, kept.own_logo], [logo, own.logo])
      await assert.rejects(put(admin, id), { code: 'policy_error' })
      const without = await admin.call(deleteOrganizationLogo, { organization_id: id })
      assert.equal(without.own_logo, null)
    })

    it('is refused where it is no PNG or WebP, broken, or too large', async () => {
      const { id, admin } = await customer()
      const refused = async (image: Uint8Array<ArrayBuffer>, why: RegExp) =>
        assert.rejects(put(admin, id, image), (error: { code: string; message: string }) => {
          assert.equal(error.code, 'invalid_request')
          assert.match(error.message, why)
          return true
        })
      const jpeg = await sharp(pngOf(10, 10, RED))
        .jpeg()
        .toBuffer()
      for (const other of [
        new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        new Uint8Array(jpeg),
        new Uint8Array(0),
      ])
        await refused(other, /not a PNG or WebP/)
      await refused(WIDE.slice(0, 60), /cannot be read/)
      await refused(new Uint8Array([...WIDE.slice(0, 8), ...new Uint8Array(500)]), /cannot be read/)
      await refused(blackPng(4100), /16 megapixels/)
      await refused(new Uint8Array(LOGO_BYTES + 1), /up to 256 KiB/)
      assert.equal((await look(admin, id)).logo, null)
      assert.equal((await put(admin, id, blackPng(3900))).logo?.height, 120)
    })

    it('goes along with emails, as part of them, and is left away when it is gone', async () => {
      const { id, admin } = await customer()
      const { logo } = await put(admin, id, pngOf(300, 90, [9, 8, 7, 255]))
      const { ctx } = world.service
      const mail = (tx: Tx, to: string) =>
        sendMail(
          ctx,
          tx,
          { organizationId: id, to, kind: 'two_step_recovered', data: { name: 'Ann' } },
          ctx.now(),
        )
      const raw = async (to: string) => {
        await world.runJobs()
        return (await world.mails()).find((mail) => mail.includes(`To: ${to}`)) ?? assert.fail(to)
      }
      await ctx.db.write((tx) => mail(tx, 'first@example.test'))
      const first = await raw('first@example.test')
      assert.match(first, /multipart\/related/)
      assert.match(first, /Content-Id: <logo@holdfast>/i)
      const image = Buffer.from(await (await fetch(world.url + logo?.url)).arrayBuffer()).toString('base64')
      assert.ok(first.replaceAll(/\r?\n/g, '').includes(image))
      // Gone by the time that it is sent.
      await ctx.db.write(async (tx) => {
        await mail(tx, 'second@example.test')
        await removeLogo(tx, id)
      })
      const second = await raw('second@example.test')
      assert.doesNotMatch(second, /cid:|image\/png/)
      assert.equal((await fetch(world.url + logo?.url)).status, 404)
    })

    it('is on record when it changes, and only then', async () => {
      const { id, admin } = await customer()
      await put(admin, id)
      await put(admin, id)
      await admin.call(deleteOrganizationLogo, { organization_id: id })
      await admin.call(deleteOrganizationLogo, { organization_id: id })
      const { results } = await admin.call(listOrganizationActivity, { organization_id: id })
      const abouts = results
        .filter(({ activity_type_id }) => activity_type_id === 80)
        .map(({ data_text }) => data_text)
      assert.deepEqual(abouts, ['no logo', 'logo'])
    })

    it('goes with its organization', async () => {
      const { id, admin, boss } = await customer()
      const brand = await put(admin, id, pngOf(30, 30, [1, 2, 3, 255]))
      const { ctx } = world.service
      await boss.call(deleteOrganization, { organization_id: id })
      assert.equal((await fetch(addressOf(brand))).status, 404)
      const left = await ctx.db.read
        .selectFrom('organization_logo')
        .select('organization_id')
        .where('organization_id', '=', id)
        .execute()
      assert.deepEqual(left, [])
    })
  })

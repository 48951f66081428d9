import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAuthSource } from '@holdfast/api/accounts/auth-sources'
import { setOrganizationBrand } from '@holdfast/api/accounts/brand'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updateOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createFolderInRoot, uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { addSharelinkSubscriber, shareFile, shareFolder } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { createApplication } from '@holdfast/api/sign-in/applications'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Fields = Record<string, unknown>
interface Sender {
  bearer: { authorization: string }
}
interface Kept {
  who: Sender
  get: string
  update: string
  method?: 'PUT'
  /** The object itself, where what is got holds it. */
  of?: (got: Fields) => Fields
}

/** As a program would fill a form with it: what is null stays empty. */
const asForm = (object: Fields): string =>
  new URLSearchParams(
    Object.entries(object).map(([name, value]): [string, string] => [
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString()

const WAYS: [type: string, write: (object: Fields) => string][] = [
  ['application/json', JSON.stringify],
  ['application/x-www-form-urlencoded', asForm],
]

for (const stack of STACKS)
  describe(`what is sent back as it was got, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company, create, fresh } = useCompanies(world)
    let organization_id: OrganizationId
    let boss: Someone
    let ann: Someone
    const kept: Record<string, Kept> = {}

    before(async () => {
      const admin = await world.admin()
      ;({ id: organization_id, boss } = await company())
      const { email } = await create(boss, organization_id)
      ann = await world.signIn(email)
      // Settings that nobody could set today, or not without a right that the sender lacks.
      const own = { organization_id }
      const trial_until = '2090-01-01T00:00:00'
      await admin.call(updateOrganization, {
        ...own,
        ...{
          trial_until,
          plan_id: 3,
          hostname: 'sent.test',
          privacy_mode: true,
          throttle_exception_dow: [1],
        },
      })
      await boss.call(setOrganizationBrand, { ...own, color: '#aa5500' })
      const root_id = ann.rootId
      const file = await ann.call(uploadToRoot, { root_id, file: { name: 'a.txt', bytes: new Blob(['a']) } })
      const folder = await ann.call(createFolderInRoot, { root_id, name: 'f' })
      const link = await ann.call(shareFile, { root_id, file_id: file.id, expires: '2090-01-01' })
      const { id: subscriber } = await ann.call(addSharelinkSubscriber, {
        ...{ sharelink_id: link.id, email: fresh(), notify: false },
      })
      const uploads = { root_id, folder_id: folder.id, upload_notify: true, download_limit: 5 }
      const folderLink = await ann.call(shareFolder, { ...uploads, anon_edit: true })
      const names = { first_name: 'Gus', last_name: 'Ray', password: PASSWORD }
      const guest = await boss.call(createGuest, { company_id: organization_id, email: fresh(), ...names })
      const { body } = await world.token({
        ...{ grant_type: 'password', username: guest.email, password: PASSWORD },
      })
      const himself = { bearer: { authorization: `Bearer ${body.access_token}` } }
      const group = await boss.call(createGroup, { company_id: organization_id, name: fresh() })
      const share = await boss.call(createShare, { ...own, name: 'Plans', auto_lock: true })
      const source = await boss.call(createAuthSource, {
        ...{
          ...own,
          host: 'ldap.example.test',
          login: 'cn=reader',
          password: 'x',
          base_dn: 'dc=test',
          port: 636,
        },
        ...{ ssl: true, nickname: 'Staff' },
      })
      const application = await boss.call(createApplication, {
        ...{ ...own, name: 'App', grant_types: ['authorization_code'], redirect_uris: ['https://app.test/'] },
      })
      await boss.call(updateOrganizationPolicy, { ...own, secure_shares: true, branding_enabled: false })

      const at = `/api/2/organization/${organization_id}`
      const pair = (who: Sender, path: string, update = `${path}/update`): Kept => ({
        who,
        get: path,
        update,
      })
      Object.assign(kept, {
        'the own account': pair(ann, '/api/2/person', `/api/2/person/${ann.id}/update`),
        'the account of another': pair(boss, `/api/2/person/${ann.id}`),
        'the own organization': pair(boss, at),
        'its policy': {
          ...{ who: boss, get: at, update: `${at}/policy/update` },
          of: (got) => got.policy as Fields,
        },
        'its look': { ...pair(boss, `${at}/brand`, `${at}/brand`), method: 'PUT' },
        'a group': pair(boss, `/api/2/group/${group.id}`),
        'a list of members': pair(boss, `/api/2/group/${group.id}/members`),
        'a guest': pair(boss, `/api/2/guest/${guest.id}`),
        'the own account of a guest': pair(himself, `/api/2/guest/${guest.id}`),
        'a link to a file': {
          ...pair(ann, `/api/2/sharelinks/${link.id}`, `/api/2/sharelinks/${link.id}`),
          method: 'PUT',
        },
        'a link to a folder': {
          ...pair(ann, `/api/2/sharelinks/${folderLink.id}`, `/api/2/sharelinks/${folderLink.id}`),
          method: 'PUT',
        },
        'a subscriber': {
          ...{ who: ann, get: `/api/2/sharelinks/${link.id}?include_subscribers=true` },
          ...{ update: `/api/2/sharelinks/${link.id}/subscribers/${subscriber}`, method: 'PUT' },
          of: ({ subscribers }) => (subscribers as Fields[])[0] as Fields,
        },
        'a team share': pair(boss, `${at}/share/${share.id}`),
        'a directory': pair(boss, `${at}/auth_source/${source.id}`),
        'an application': pair(boss, `${at}/application/${application.id}`),
      } satisfies Record<string, Kept>)
    })

    it('changes nothing, whoever may see it', async () => {
      const records = async () => (await boss.call(listOrganizationActivity, { organization_id })).total
      for (const [name, { who, get, update, method = 'POST', of = (got: Fields) => got }] of Object.entries(
        kept,
      )) {
        const look = async () => of((await world.request(get, { headers: who.bearer })).body)
        const [got, recorded] = [await look(), await records()]
        for (const [type, write] of WAYS) {
          const headers = { ...who.bearer, 'content-type': type }
          const { status, body } = await world.request(update, { method, headers, body: write(got) })
          assert.equal(status, 200, `${name} as ${type}: ${JSON.stringify(body)}`)
          assert.deepEqual(await look(), got, `${name} as ${type}`)
        }
        assert.equal(await records(), recorded, `${name} is on record as changed`)
      }
    })
  })

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Group } from '@holdfast/api/accounts/groups'
import { Folder } from '@holdfast/api/files/files'
import { Activity } from '@holdfast/api/oversight/activity'
import { TokenAnswer } from '@holdfast/api/sign-in/oauth'
import { checkShape } from '@holdfast/server/testkit/servers/checked-client'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { TObject } from 'typebox'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

type Body = Record<string, unknown>

/** Programs in use today fail on a field that they do not know: what these have is what they have for ever. */
const TOKEN = {
  access_token: 'string',
  expires_in: 'number',
  token_type: 'string',
  scope: 'string',
  guid: 'string',
  refresh_token: 'string',
}
const GROUP = {
  type: 'string',
  id: 'number',
  company_id: 'number',
  name: 'string',
  created: 'string',
  active: 'boolean',
}
const ACTIVITY = {
  type: 'string',
  id: 'number',
  activity_type_id: 'number',
  actor_type: 'string',
  actor_text: 'string',
  actor_company_id: 'number',
  actor_machine_id: 'number',
  actor_person_id: 'number',
  actor_guest_id: 'null',
  action_text: 'string',
  acted_on_type: 'string',
  acted_on_text: 'string',
  acted_on_company_id: 'number',
  acted_on_machine_id: 'null',
  acted_on_person_id: 'number',
  acted_on_guest_id: 'null',
  acted_on_root_id: 'null',
  acted_on_group_id: 'null',
  data_text: 'string',
  data_text_vars: 'object',
  created: 'string',
  processed: 'boolean',
}

const typesIn = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body as Body).map(([name, value]) => [name, value === null ? 'null' : typeof value]),
  )

describe('the check that tests hold answers against', () => {
  const group = { type: 'group', id: 1, company_id: 1, name: 'x', created: 'x', active: true }
  const folder = {
    ...{ type: 'folder', id: 1, root_id: 1, name: 'x', path: '/x', is_deleted: false, is_locked: false },
    children: [
      { type: 'folder', id: 2, root_id: 1, name: 'y', path: '/x/y', is_deleted: false, is_locked: false },
    ],
  }
  const refuses = (schema: TObject, value: unknown) =>
    assert.throws(() => checkShape(schema, value, 'it'), /against its schema/)

  it('lets pass what is described', () => {
    assert.doesNotThrow(() => checkShape(Group, group, 'it'))
    assert.doesNotThrow(() => checkShape(Folder, folder, 'it'))
  })

  it('finds a field too many, at any depth', () => {
    refuses(Group, { ...group, members: [] })
    refuses(Folder, { ...folder, secret: null })
    refuses(Folder, { ...folder, children: folder.children.map((child) => ({ ...child, secret: 1 })) })
  })

  it('finds a field too few, and one of another type', () => {
    const { active: _, ...less } = group
    refuses(Group, less)
    refuses(Group, { ...group, id: '1' })
    refuses(Group, { ...group, name: null })
    refuses(Folder, { ...folder, children: {} })
  })
})

describe('descriptions that stay as they are', () => {
  it('have the fields they always had', () => {
    for (const [schema, fields] of [
      [TokenAnswer, TOKEN],
      [Group, GROUP],
      [Activity, ACTIVITY],
    ] as [TObject, object][]) {
      assert.deepEqual(Object.keys(schema.properties), Object.keys(fields), String(schema))
      assert.deepEqual(schema.required, Object.keys(fields))
    }
  })
})

for (const stack of STACKS)
  describe(`answers that stay as they are on ${stack.name}`, () => {
    const world = useWorld(stack)
    const asAdmin = async () => ({ headers: (await world.admin()).bearer })

    it('are those of a token, however it was got', async () => {
      const { email } = await world.person()
      const signIn = { grant_type: 'password', username: email, password: PASSWORD }
      const { body } = await world.token(signIn)
      assert.deepEqual(typesIn(body), TOKEN)
      const guid = '0f8fad5b-d9cb-469f-a165-70867728950e'
      assert.deepEqual(typesIn((await world.token({ ...signIn, guid })).body), TOKEN)
      const renewal = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
      const renewed = await world.token(renewal)
      assert.deepEqual(typesIn(renewed.body), TOKEN)
      assert.match(String(renewed.body.guid), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })

    it('are those of a group, wherever it is shown', async () => {
      const { headers } = await asAdmin()
      const form = { company_id: '1', name: 'Choir' }
      const { body: group } = await world.post('/api/2/group/create', form, headers)
      const path = `/api/2/group/${group.id}`
      const shown = [
        group,
        (await world.request(path, { headers })).body,
        (await world.post(`${path}/update`, { name: 'Band' }, headers)).body,
        ...((await world.request('/api/2/organization/1/groups', { headers })).body.results as Body[]),
      ]
      await world.post(`${path}/delete`, {}, headers)
      shown.push((await world.request(path, { headers })).body)
      assert.equal(shown.length, 5)
      for (const one of shown) assert.deepEqual(typesIn(one), GROUP)
    })

    it('are those of an activity, wherever it is shown', async () => {
      const ann = await world.person()
      const { bearer: headers } = ann
      const note = { activity_type_id: String(ACTIVITY_TYPES.noted.id), data_text: 'Read it' }
      const { body: noted } = await world.post('/api/2/activity/create', note, headers)
      const listed = await world.request(`/api/2/person/${ann.id}/activity`, { headers })
      const [latest] = listed.body.results as Body[]
      const all = await world.request('/api/2/organization/1/activity', await asAdmin())
      const [inAll] = (all.body.results as Body[]).filter(({ id }) => id === noted.id)
      const { body: one } = await world.request(`/api/2/activity/${noted.id}`, { headers })
      assert.deepEqual([latest, inAll, one], [noted, noted, noted])
      assert.deepEqual(typesIn(noted), ACTIVITY)
      assert.ok(!Array.isArray(noted.data_text_vars))
      for (const other of listed.body.results as Body[])
        assert.deepEqual(Object.keys(other), Object.keys(ACTIVITY))
    })
  })

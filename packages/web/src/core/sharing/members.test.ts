import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FoundPerson } from '@holdfast/api/accounts/directory'
import type { GroupId, MachineId, PersonId } from '@holdfast/api/ids'
import type { SharelinkSubscriber } from '@holdfast/api/sharing/links'
import type { Subscribers } from '@holdfast/api/sharing/shares'
import { candidateKey, candidatesFor, isAddress } from './candidates.ts'
import { type Member, membersIn, withChange, withMembers, withoutMembers } from './members.ts'

const [ann, bob, cyd] = [1, 2, 3] as PersonId[] as [PersonId, PersonId, PersonId]
const sales = 9 as GroupId
const LISTS: Subscribers = {
  subscribers: [
    [ann, 'all', 'CO_OWNER'],
    [bob, 5 as MachineId, 'VIEWER'],
    [bob, 6 as MachineId, 'EDITOR'],
  ],
  group_subscribers: [[sales, 'machines', 'VIEWER']],
  external_subscribers: { 'eve@x.test': 'accepted', 'ian@x.test': 'invited', 'dan@x.test': 'declined' },
  external_roles: { 'eve@x.test': 'VIEWER', 'ian@x.test': 'UPLOADER', 'dan@x.test': 'EDITOR' },
  from_group: [],
  names: {
    persons: [
      { id: ann, name: 'Ann', email: 'ann@x.test' },
      { id: bob, name: '', email: 'bob@x.test' },
    ],
    groups: [{ id: sales, name: 'Sales' }],
  },
}
const named = (name: string): Member => membersIn(LISTS).find((one) => one.name === name) ?? assert.fail(name)

describe('the members of a team share', () => {
  it('are listed once each, those who may most first', () => {
    const told = membersIn(LISTS).map((one) => [
      one.name,
      one.role,
      one.kind === 'external' ? one.status : one.devices,
    ])
    assert.deepEqual(told, [
      ['Ann', 'CO_OWNER', 'all'],
      ['bob@x.test', 'EDITOR', 'some'],
      ['dan@x.test', 'EDITOR', 'declined'],
      ['eve@x.test', 'VIEWER', 'accepted'],
      ['Sales', 'VIEWER', 'machines'],
      ['ian@x.test', 'UPLOADER', 'invited'],
    ])
  })

  it('are added beside the others, and only the lists that change are sent', () => {
    assert.deepEqual(withMembers(LISTS, [{ kind: 'person', id: cyd, name: 'Cyd' }], 'EDITOR', false), {
      subscribers: [...LISTS.subscribers, [cyd, 'web', 'EDITOR']],
    })
    assert.deepEqual(withMembers(LISTS, [{ kind: 'group', id: sales, name: 'Sales' }], 'EDITOR', true), {
      group_subscribers: [[sales, 'machines', 'EDITOR']],
    })
  })

  it('from elsewhere keep their roles when another is invited, and nobody who declined is asked again', () => {
    const fay = { kind: 'external', email: 'fay@x.test', name: 'fay@x.test' } as const
    const kept = [
      ['eve@x.test', 'VIEWER'],
      ['ian@x.test', 'UPLOADER'],
    ]
    assert.deepEqual(withMembers(LISTS, [fay], 'EDITOR', true), {
      external_subscribers: [...kept, ['fay@x.test', 'EDITOR']],
    })
    assert.deepEqual(withChange(LISTS, named('ian@x.test'), 'remove'), { external_subscribers: [kept[0]] })
    assert.deepEqual(
      withChange(LISTS, named('ian@x.test'), { role: 'VIEWER' }).external_subscribers?.at(-1),
      ['ian@x.test', 'VIEWER'],
    )
  })

  it('change their role on all devices, or the devices with the role', () => {
    assert.deepEqual(withChange(LISTS, named('bob@x.test'), { role: 'UPLOADER' }).subscribers?.slice(1), [
      [bob, 5, 'UPLOADER'],
      [bob, 6, 'UPLOADER'],
    ])
    assert.deepEqual(withChange(LISTS, named('bob@x.test'), { devices: 'web' }).subscribers?.slice(1), [
      [bob, 'web', 'EDITOR'],
    ])
    assert.deepEqual(withChange(LISTS, named('Sales'), 'remove'), { group_subscribers: [] })
  })

  it('that were added are taken out again, and nobody else', () => {
    const added = {
      ...LISTS,
      ...withMembers(LISTS, [{ kind: 'person', id: cyd, name: 'Cyd' }], 'EDITOR', true),
    }
    const { subscribers, external_subscribers } = withoutMembers(added as Subscribers, [
      { kind: 'person', id: cyd, name: 'Cyd' },
    ])
    assert.deepEqual(subscribers, LISTS.subscribers)
    assert.equal(external_subscribers, undefined, 'a list that was not touched is not sent')
  })
})

describe('whom one may mean', () => {
  const known = {
    people: [{ type: 'person', id: ann, name: 'Ann Bell', email: 'ann@x.test' }] as FoundPerson[],
    groups: [{ id: sales, name: 'Berlin Sales' }],
    recipients: [
      { subscriber: 'sam@y.test' },
      { subscriber: { email: 'ann@x.test', first_name: 'Ann', last_name: 'Bell' } },
    ] as SharelinkSubscriber[],
  }
  const keys = (text: string, taken: string[] = []) =>
    candidatesFor(text, known, new Set(taken)).map(candidateKey)
  it('is found by the beginning of any word, each once', () => {
    assert.deepEqual(keys('sa'), ['ann@x.test', 'group 9', 'sam@y.test'])
    assert.deepEqual(keys('sales', ['ann@x.test']), ['group 9'])
    assert.deepEqual(keys(''), [])
  })
  it('may be anybody who has an address', () => {
    assert.deepEqual(keys('New@z.test', ['ann@x.test']), ['new@z.test'])
    assert.deepEqual(keys('ann@x.test').length, 1)
    for (const text of ['ann', 'ann@', '@x', 'a b@x.test', 'a@x..test'])
      assert.equal(isAddress(text), false, text)
    assert.equal(isAddress('root@localhost'), true)
  })
})

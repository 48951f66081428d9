import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type {
  FileSharelink,
  FolderSharelink,
  Sharelink,
  SharelinkSubscriber,
} from '@holdfast/api/sharing/links'
import type { Reach, Way } from '@holdfast/api/sharing/reach'
import { share as de } from '../../messages/de/share.ts'
import { share } from '../../messages/en/share.ts'
import { bySender } from './by-sender.ts'
import { endOf, modeOf, sorted } from './link-state.ts'
import { audienceOf, limitWords } from './link-words.ts'
import { meaningOf, type Sharing } from './meaning.ts'
import { NOBODY, othersBy, othersIn } from './others.ts'
import { mayWords, wayWords } from './ways.ts'

const TODAY = '2026-11-17'
const day = (date: string) => date
const list = (names: readonly string[]) => names.join(', ')
const speech = { words: share.meaning, day, today: TODAY, list }
const FREE = { may_link: true, links_need_sign_in: false }

const person = (email: string, write_access = false) =>
  ({ subscriber_type: 'person', subscriber: { email }, write_access }) as SharelinkSubscriber

let ids = 0
const common = (given: object): object => ({
  id: ++ids,
  login_required: false,
  expires: null,
  download_limit: null,
  times_downloaded: 0,
  times_viewed: 0,
  has_password: false,
  anon_edit: false,
  subscribers: [],
  ...given,
})
const toFile = (given: object = {}) =>
  ({
    type: 'file_sharelink',
    ...common(given),
    file: { type: 'file', path: '/Plans/a.txt' },
  }) as FileSharelink
const toFolder = (given: object = {}) =>
  ({
    ...common({ upload_only: false, ...given }),
    type: 'folder_sharelink',
    folder: { type: 'folder', name: 'Plans', path: '/Plans' },
  }) as FolderSharelink

const said = (links: readonly Sharelink[], more: Partial<Sharing> = {}, told: typeof speech = speech) =>
  meaningOf({ links: sorted(links, false), others: NOBODY, rules: FREE, team: undefined, ...more }, told).map(
    ({ words }) => words,
  )

describe('what sharing means', () => {
  it('is told for nobody, people and anyone, with all limits', () => {
    assert.deepEqual(said([]), ['Only you have access.'])
    assert.deepEqual(said([], { team: 'Hall' }), ['Only members of “Hall” have access.'])
    const limits = { expires: '2026-12-31', download_limit: 5, has_password: true }
    const people = [person('ann@x.test', true), person('bob@x.test'), person('cyd@x.test')]
    const links = [toFile(limits), toFile({ login_required: true, subscribers: people })]
    assert.deepEqual(said(links), [
      'Anyone with the link and the password can view and download (at most 5 downloads). Expires 2026-12-31.',
      'ann@x.test can view and edit.',
      'bob@x.test, cyd@x.test can view and download.',
    ])
    const many = ['a', 'b', 'c', 'd'].map((name) => person(`${name}@x.test`))
    assert.deepEqual(said([toFile({ login_required: true, subscribers: many })]), [
      '4 people or groups can view and download.',
    ])
    assert.deepEqual(said(links, {}, { ...speech, words: de.meaning }), [
      'Alle mit dem Link und dem Passwort können den Inhalt ansehen und herunterladen (höchstens 5 Downloads). Gültig bis 2026-12-31.',
      'ann@x.test kann den Inhalt ansehen und bearbeiten.',
      'bob@x.test, cyd@x.test können den Inhalt ansehen und herunterladen.',
    ])
  })

  it('tells folders that take files from those that show them', () => {
    assert.deepEqual(said([toFolder({ anon_edit: true })]), [
      'Anyone with the link can view, download, and upload.',
    ])
    assert.deepEqual(said([toFolder({ anon_edit: true, upload_only: true })]), [
      'Anyone with the link can upload files, but not see any.',
    ])
  })

  it('promises nothing of a link that is over, used up or off', () => {
    assert.deepEqual(said([toFile({ expires: '2026-11-16' })]), ['The link expired after 2026-11-16.'])
    assert.equal(endOf(toFile({ expires: TODAY }), TODAY), undefined, 'the last day is one of its days')
    assert.match(said([toFile({ download_limit: 1, times_downloaded: 1 })])[0] ?? '', /download limit/)
    assert.deepEqual(said([toFile({ login_required: true })]), ['Only you have access.'])
  })

  it('says why there is no choice', () => {
    const rules = { may_link: true, links_need_sign_in: true }
    const links = [toFile({ subscribers: [person('ann@x.test')] })]
    const [first, why] = said(links, { links: sorted(links, true), rules })
    assert.equal(first, 'ann@x.test can view and download.', 'what was open before asks for a sign-in')
    assert.match(why ?? '', /secure_shares/)
    assert.match(said([], { rules: { ...FREE, may_link: false } }).at(-1) ?? '', /user_create_shares/)
  })

  it('counts those who come by what is above, each once', () => {
    const reached = (who_type: Reach['who_type'], id: number, ...ways: Partial<Way>[]) =>
      ({ who_type, who: who_type === 'anyone' ? null : { id }, ways }) as Reach
    const above: Partial<Way> = { way: 'link', path: '/Plans', sharelink_id: 1 as never, creator_name: 'Ann' }
    const beside: Partial<Way> = {
      ...above,
      path: '/Plans/a.txt',
      sharelink_id: 2 as never,
      creator_name: 'Ben',
    }
    const member: Partial<Way> = { way: 'subscription', role: 'EDITOR' }
    const results = [
      reached('anyone', 0, beside),
      reached('person', 7, member),
      reached('person', 8, member, above, { ...above, sharelink_id: 4 as never }),
      reached('guest', 9, above),
      reached('group', 1, { way: 'group' }),
      reached('person', 10, { way: 'administrator' }),
      reached('email', 0, { ...above, sharelink_id: 3 as never }),
    ]
    const asked = { path: '/Plans/a.txt', links: new Set([3]), own: 7 }
    const others = othersIn({ results, total: results.length }, asked)
    assert.deepEqual(said([], { others, team: 'Hall' }), [
      'Also through a link from Ben: anyone with that link.',
      'Also through a link to “Plans”: 2 people.',
      '1 other member of “Hall” also has access.',
      '1 administrator also has access.',
    ])
    assert.equal(othersIn({ results, total: 500 }, asked).isMore, true)
  })

  it('tells those who do not manage a root of their own links above', () => {
    const others = othersBy([toFolder(), toFile()], '/Plans/a.txt')
    assert.deepEqual(said([], { others }), ['Also through a link to “Plans”: anyone with that link.'])
    assert.deepEqual(othersBy([toFolder()], '/Plans 2/a.txt').ways, [])
  })
})

describe('links', () => {
  it('are sorted by what they are for', () => {
    const off = toFile({ login_required: true })
    const people = toFile({ login_required: true, subscribers: [person('ann@x.test')] })
    const open = toFile()
    assert.deepEqual(sorted([off, people, open], false), { off, people, open })
    assert.equal(modeOf(sorted([off, people, open], false)), 'anyone')
    assert.equal(modeOf(sorted([off, people], false)), 'people')
    assert.equal(modeOf(sorted([off], false)), 'off')
    assert.equal(modeOf(sorted([open], true)), 'off', 'it lets nobody in who does not sign in')
  })

  it('say whom they let in and what they do not let happen', () => {
    const audience = (link: Sharelink) => audienceOf(link, share.links, day, TODAY)
    assert.deepEqual(audience(toFile()), { words: 'Anyone with the link', kind: 'open' })
    assert.deepEqual(audience(toFile({ login_required: true })), { words: 'Off', kind: 'ended' })
    assert.equal(audience(toFile({ expires: '2026-11-01' })).words, 'Expired 2026-11-01')
    const limited = toFolder({ has_password: true, download_limit: 3, anon_edit: true, upload_only: true })
    assert.deepEqual(limitWords(limited, share.links, day), ['Password', '0 of 3 downloads', 'Upload only'])
  })

  it('that were received stand by who sent them, the last sender first', () => {
    const from = (creator_id: number, created: string) =>
      toFile({ creator_id, creator_name: `P${creator_id}`, created })
    const [old, other, fresh] = [from(1, '2026-01-01'), from(2, '2026-02-01'), from(1, '2026-03-01')]
    assert.deepEqual(bySender([old, other, fresh] as Sharelink[]), [
      { sender: 'P1', links: [fresh, old] },
      { sender: 'P2', links: [other] },
    ])
  })
})

describe('ways to something', () => {
  const told = (way: Partial<Way>) => wayWords(way as Way, '/Plans/a.txt', share, day)
  it('are told in words', () => {
    const groups = [{ name: 'Sales' }, { name: 'Berlin' }] as NonNullable<Way['groups']>
    assert.equal(told({ way: 'owner' }), 'Owner of these files')
    assert.equal(
      told({ way: 'group', role: 'EDITOR', groups }),
      'Through “Sales” in “Berlin”, Editor of this team share',
    )
    assert.equal(told({ way: 'external', role: 'VIEWER' }), 'By invitation, Viewer of this team share')
    const link = {
      way: 'link',
      creator_name: 'Ann',
      path: '/Plans',
      has_password: true,
      expires: TODAY,
    } as const
    assert.equal(told(link), 'Through a link to “/Plans” from Ann, with a password, expires 2026-11-17')
    assert.equal(
      told({ way: 'link', creator_name: 'Ann', path: '/Plans/a.txt' }),
      'Through a link to it from Ann',
    )
    assert.equal(
      told({ way: 'link', creator_name: 'Ann', path: null, groups }),
      'Through a link from Ann, shared with “Sales”',
    )
    assert.match(told({ way: 'administrator', company_name: 'Acme' }), /Acme administrator/)
  })
  it('say the most that someone may do', () => {
    assert.equal(mayWords(['FILE_VIEW', 'FILE_READ', 'FILE_WRITE'], share), 'Can edit')
    assert.equal(mayWords(['FILE_READ', 'FILE_SHARE', 'FILE_MANAGE'], share), 'Full access')
    assert.equal(mayWords(['FOLDER_VIEW', 'FILE_ADD'], share), 'Can upload')
    assert.equal(mayWords([], share), '')
  })
})

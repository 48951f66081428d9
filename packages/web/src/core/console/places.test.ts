import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { consoleAddress, consolePlaceIn, sameScreenOf, systemAddress } from './places.ts'

const [own, other] = [7 as OrganizationId, 12 as OrganizationId]

describe('the addresses of the console', () => {
  it('say a place and are read as the same', () => {
    for (const place of [
      { organization: own, screen: 'people' },
      { organization: own, screen: 'people', id: 31 },
      { organization: own, screen: 'people', id: 31, tab: 'access' },
      { organization: own, screen: 'people/import' },
      { organization: own, screen: 'directories/new' },
      { organization: own, screen: 'directories', id: 3, tab: 'settings' },
    ] as const)
      assert.deepEqual(consolePlaceIn(consoleAddress(place.organization, place.screen, place)), place)
    assert.equal(consoleAddress(own, 'people', { query: '?q=ann' }), '/admin/7/people?q=ann')
  })

  it('lead to the overview where they name no screen', () => {
    assert.deepEqual(consolePlaceIn('/admin'), { organization: undefined, screen: 'overview' })
    assert.deepEqual(consolePlaceIn('/admin/7/'), { organization: own, screen: 'overview' })
  })

  it('of the installation name no organization', () => {
    const place = { organization: undefined, screen: 'system' } as const
    assert.deepEqual(consolePlaceIn('/admin/system'), place)
    assert.deepEqual(consolePlaceIn(systemAddress('jobs')), { ...place, tab: 'jobs' })
    assert.equal(consoleAddress(own, 'system'), '/admin/system/status')
    assert.equal(sameScreenOf(other, place, ''), '/admin/12/overview')
    for (const bad of [
      '/admin/system/else',
      '/admin/system/jobs/4',
      '/admin/7/system',
      '/admin/7/system/jobs',
    ])
      assert.equal(consolePlaceIn(bad)?.screen, undefined, bad)
  })

  it('that name nothing are told apart', () => {
    for (const bad of [
      '/admin/x',
      '/admin/0/people',
      '/admin/7/else',
      '/admin/7/people/x',
      '/admin/7/people/1/a/b',
    ])
      assert.equal(consolePlaceIn(bad)?.screen, undefined, bad)
    for (const elsewhere of ['/', '/administrator', '/files/7'])
      assert.equal(consolePlaceIn(elsewhere), undefined)
  })

  it('keep the screen for another organization, and nothing that is of this one', () => {
    const place = consolePlaceIn('/admin/7/people/31/access')
    assert.equal(place && sameScreenOf(other, place, 'below=1&sort=-seen'), '/admin/12/people?below=1')
    const list = { organization: own, screen: 'people' } as const
    const query = 'q=ann&sort=-seen&group=4&below=1&cursor=abc'
    assert.equal(sameScreenOf(other, list, query), '/admin/12/people?sort=-seen&below=1')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { isShown, LINK_SORTS, SHOWS, type Show, viewIn, viewQuery } from './links-view.ts'

const TODAY = '2026-11-17'
const link = (given: object) =>
  ({
    login_required: false,
    expires: null,
    download_limit: null,
    times_downloaded: 0,
    times_viewed: 0,
    subscribers: [],
    ...given,
  }) as object as Sharelink

describe('the links that are shown', () => {
  it('are named by the address, and read from it as the same', () => {
    for (const show of SHOWS)
      for (const sort of LINK_SORTS)
        assert.deepEqual(viewIn(viewQuery({ show, sort }).slice(1)), { show, sort })
    assert.equal(viewQuery({ show: 'all', sort: 'created' }), '')
    assert.deepEqual(viewIn('show=colour&sort=size'), { show: 'all', sort: 'created' })
  })

  it('are of the kind that was asked for', () => {
    const [person] = [{ subscriber: 'ann@x.test' }]
    const links = {
      open: link({ times_viewed: 2 }),
      people: link({ login_required: true, subscribers: [person] }),
      off: link({ login_required: true, times_downloaded: 1 }),
      over: link({ expires: '2026-11-16' }),
      lastDay: link({ expires: TODAY }),
      usedUp: link({ download_limit: 2, times_downloaded: 2 }),
    }
    const shown = (show: Show) =>
      Object.entries(links).flatMap(([name, one]) => (isShown(one, show, TODAY) ? name : []))
    assert.deepEqual(shown('all'), Object.keys(links))
    assert.deepEqual(shown('public'), ['open', 'lastDay'])
    assert.deepEqual(shown('private'), ['people'])
    assert.deepEqual(shown('unused'), ['people', 'over', 'lastDay'])
    assert.deepEqual(shown('over'), ['off', 'over', 'usedUp'])
  })
})

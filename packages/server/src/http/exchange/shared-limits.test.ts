import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as people from '@holdfast/api/accounts/people'
import * as activity from '@holdfast/api/oversight/activity'
import * as links from '@holdfast/api/sharing/links'
import { BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { useSecondServer } from '@holdfast/server/testkit/servers/second-server'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { strangerName } from '../../platform/limits/shared-limits.ts'

for (const stack of STACKS)
  describe(`two servers on ${stack.name}`, () => {
    const world = useWorld(stack)
    const both = useSecondServer(world)
    const statuses = async (times: number, ask: (n: number) => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: times }, (_, n) => ask(n)))
      return answers.map(({ status }) => status)
    }
    const count = (all: number[], status: number) => all.filter((one) => one === status).length
    const form = (path: string, fields: Record<string, string>) =>
      both.request(path, { method: 'POST', body: new URLSearchParams(fields) })
    const rows = () =>
      rawSql<{ name: string; taken: number }>(world.service.ctx.db, 'select name, taken from limit_count')
    const setTaken = (name: string, taken: number) =>
      rawSql(
        world.service.ctx.db,
        `insert into limit_count (name, taken, ends_at) values ('${name}', ${taken}, ${world.clock.now() + 60_000})
         on conflict (name) do update set taken = excluded.taken, ends_at = excluded.ends_at`,
      )

    it('let an organization make as many requests together as its policy says', async () => {
      const organizationId = await world.organization({ api_ratelimit: 40, api_ratelimit_enabled: true })
      const { bearer: headers } = await world.person({ organizationId })
      const ask = () => both.request('/api/2/person', { headers })
      world.clock.advance({ minutes: 2 })
      const all = await statuses(100, ask)
      const passed = count(all, 200)
      // One of them may still have some of a share when the other one has none.
      assert.ok(passed <= 40 && passed > 36, `${passed} of 40`)
      assert.equal(count(all, 503), 100 - passed)
      world.clock.advance({ minutes: 1 })
      assert.deepEqual(await statuses(2, ask), [200, 200])
      const taken = (await rows()).find(({ name }) => name === `requests of ${organizationId}`)?.taken
      assert.equal(Number(taken), 8, 'each has taken a tenth')
    })

    it('count wrong addresses of links together', async () => {
      const ask = (n: number) => both.request(`/api/2/sharelinks/guess${n}`)
      for (let n = 0; n < 30; n++) assert.equal((await ask(n)).status, 401)
      // The one that made the last of them knows already, the other one learns of it by one more.
      const next = [await ask(30), await ask(31), await ask(32), await ask(33)].map(({ status }) => status)
      assert.deepEqual(next, [401, 503, 503, 503])
      world.clock.advance({ minutes: 1 })
      assert.equal((await ask(34)).status, 401)
      world.clock.advance({ minutes: 1 })
    })

    it('look at twenty wrong passwords of a link, and at any number of right ones', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(links.shareFile, { ...at, password: 'open sesame' })
      const open = (password: string) => form(`/api/2/sharelinks/${link.hash}/open`, { password })
      await setTaken(`password of link ${link.id}`, 17)
      for (let n = 0; n < 4; n++) assert.equal((await open('open sesame')).status, 200)
      const wrong = await statuses(6, () => open('wrong'))
      assert.deepEqual([count(wrong, 401), count(wrong, 503)], [3, 3])
      const refused = await open('open sesame')
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '60'])
      world.clock.advance({ minutes: 1 })
      assert.equal((await open('open sesame')).status, 200)
    })

    it('refuse who tries many addresses from one network, but not those who are known there', async () => {
      const ann = await world.person()
      const bob = await world.person()
      await rawSql(world.service.ctx.db, `delete from sign_in_try where account = 'person ${bob.id}'`)
      const signIn = (username: string, password: string) =>
        form('/oauth/token', { grant_type: 'password', username, password, client_id: BUILT_IN_CLIENT })
      await setTaken(strangerName('sign-ins', '127.0.0.1'), 298)
      const tries = await statuses(4, (n) => signIn(`nobody${n}@example.test`, 'wrong'))
      assert.deepEqual([count(tries, 401) + count(tries, 400), count(tries, 503)], [2, 2])
      assert.equal((await signIn(bob.email, PASSWORD)).status, 503)
      assert.equal((await signIn(ann.email, PASSWORD)).status, 200)
      world.clock.advance({ minutes: 1 })
      assert.equal((await signIn(bob.email, PASSWORD)).status, 200)
    })

    it('let mails wait that are more than a person or an organization sends in a day, and no codes', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const chief = await world.person({ organizationId, siteAdmin: true })
      const address = (n: number) => `guest${n}@${organizationId}.example.test`
      const share = (...all: number[]) =>
        ann.call(links.shareFile, { ...at, subscribers: all.map(address), notify_subscribers: true })
      const earlier: string[] = []
      /** To whom mails have gone since it was asked last. */
      const gone = async () => {
        await world.runJobs()
        // The other one may have some of them in hand.
        const inHand = () => rawSql(world.service.ctx.db, 'select id from job where lease is not null')
        await until(async () => (await inHand()).length === 0)
        const all = (await world.sent())
          .map(({ to }) => to)
          .filter((to) => to.endsWith(`@${organizationId}.example.test`))
        for (const to of earlier) all.splice(all.indexOf(to), 1)
        earlier.push(...all)
        return all.sort()
      }
      await setTaken(`mails by person ${ann.id}`, 498)
      await setTaken(strangerName('mails by one', `${ann.id} ${address(1)}`), 29)
      await share(1)
      await share(1)
      await share(2)
      assert.deepEqual(await gone(), [address(1), address(2)])
      await share(3)
      assert.deepEqual(await gone(), [])
      await setTaken(`welcomes of ${organizationId}`, 4999)
      for (const n of [4, 5])
        await chief.call(people.createPerson, {
          company_id: organizationId,
          email: address(n),
          first_name: 'New',
          last_name: 'Person',
          generate_password: true,
        })
      assert.deepEqual(await gone(), [address(4)])
      await form('/api/2/reset_password', {
        email: ann.email,
        destination: `${world.service.ctx.publicUrl}/set?token={token}`,
      })
      assert.deepEqual(await gone(), [])
      assert.match((await world.sent(ann.email))[0]?.text ?? '', /new password/, 'it is waited for')
      const { results } = await chief.call(activity.listOrganizationActivity, {
        organization_id: organizationId,
      })
      const told = results.filter(({ activity_type_id }) => activity_type_id === 84)
      assert.deepEqual(
        told.map(({ data_text }) => data_text),
        [`person ${ann.id} has sent to one address 30 in a day`],
      )
      world.clock.advance({ hours: 1 })
      assert.deepEqual(await gone(), [address(1), address(3), address(5)])
    })

    it('mail no more new passwords than an office needs', async () => {
      const reset = (n: number) =>
        form('/api/2/reset_password', {
          email: `nobody${n}@example.test`,
          destination: `${world.service.ctx.publicUrl}/set?token={token}`,
        })
      await setTaken(strangerName('resets', '127.0.0.1'), 95)
      const all = await statuses(12, reset)
      assert.deepEqual([count(all, 200), count(all, 503)], [5, 7])
    })

    it('forget within the hour what is over', async () => {
      assert.notEqual((await rows()).length, 0)
      // What alert rules send of a day that passed is counted anew; on the next one they have nothing to say.
      for (let day = 1; day <= 2; day++) {
        world.clock.advance({ hours: 25 })
        await world.runJobs()
      }
      assert.deepEqual(await rows(), [])
    })
  })

describe('names of strangers', () => {
  it('are a bounded number, and the same for the same one', () => {
    const names = new Set(Array.from({ length: 2000 }, (_, n) => strangerName('guesses', `network ${n}`)))
    for (const name of names) assert.ok(Number(/\d+$/.exec(name)?.[0]) < 2 ** 20)
    assert.ok(names.size > 1980)
    assert.equal(strangerName('guesses', 'network 7'), [...names][7])
  })
})

import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { BUILT_IN_CLIENT, revoke } from '@holdfast/api/sign-in/oauth'
import { EventReader, type ReceivedEvent, untilWaiting } from '@holdfast/server/testkit/content/event-source'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { beginEpoch } from '../../platform/installation/epoch.ts'

const names = (count: number, of: string) => Array.from({ length: count }, (_, n) => `${of} ${n}.txt`)

for (const stack of STACKS)
  describe(`events on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = (who: Someone, lastEventId?: string) => EventReader.open(world.url, who.bearer, lastEventId)
    /** Where events are now. */
    const positionOf = async (who: Someone) => {
      await using events = await open(who)
      return (await events.nextOf('hello')).id
    }
    const pace = () => world.service.ctx.live.pace
    // Each test leaves nobody behind who waits.
    afterEach(async () => {
      Object.assign(pace(), { checkMs: 4000, heartbeatMs: 15_000, blockedMs: 60_000 })
      await untilWaiting(world.service, 0)
    })

    it('begin with a greeting, and with nothing that was before', async () => {
      const ann = await world.person()
      await ann.upload('before.txt', 'x')
      await using events = await open(ann)
      const { headers } = events.response
      assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('x-accel-buffering'), 'no')
      assert.equal(headers.get('content-encoding'), null)
      const hello = (await events.next()) as ReceivedEvent
      assert.equal(hello.event, 'hello')
      assert.deepEqual(Object.keys(hello.data), ['epoch', 'position'])
      assert.equal(hello.data.position, hello.id)
      const file = await ann.upload('after.txt', 'after')
      const change = await events.nextChange()
      assert.deepEqual(
        [change.root_id, change.type, change.seq, change.entry_id, change.name, change.op],
        [ann.rootId, 'change', 2, file.id, 'after.txt', 'create'],
      )
    })

    it('wake by news alone', async () => {
      pace().checkMs = 3_600_000
      const ann = await world.person()
      await using events = await open(ann)
      await events.nextOf('hello')
      for (const name of names(3, 'woken')) {
        // The one before has been read, so the stream has gone back to waiting or is about to.
        await ann.upload(name, name)
        assert.equal((await events.nextChange()).name, name)
        assert.equal((await events.nextActivity()).data_text, `/${name}`)
      }
    })

    it('tell people of their own acts, and administrators of all in their organization', async () => {
      const here = await world.organization()
      const [admin, ann, bob] = [
        await world.person({ organizationId: here, siteAdmin: true }),
        await world.person({ organizationId: here }),
        await world.person({ organizationId: here }),
      ]
      const stranger = await world.person({ organizationId: await world.organization(), siteAdmin: true })
      await using all = await open(admin)
      await using own = await open(ann)
      await using other = await open(bob)
      await using foreign = await open(stranger)
      for (const events of [all, own, other, foreign]) await events.nextOf('hello')
      await ann.upload('secret.txt', 'x')
      await bob.upload('bob.txt', 'x')
      await stranger.upload('stranger.txt', 'x')
      await admin.call(updatePerson, { person_id: bob.id, first_name: 'Robert' })
      const texts = async (events: EventReader, count: number) => {
        const seen: string[] = []
        while (seen.length < count) {
          const { acted_on_type, data_text } = await events.nextActivity()
          seen.push(acted_on_type === 'root' ? data_text : acted_on_type)
        }
        return seen
      }
      assert.deepEqual(await texts(all, 3), ['/secret.txt', '/bob.txt', 'person'])
      assert.deepEqual(await texts(own, 1), ['/secret.txt'])
      assert.deepEqual(await texts(other, 2), ['/bob.txt', 'person'])
      assert.deepEqual(await texts(foreign, 1), ['/stranger.txt'])
      await ann.upload('last.txt', 'x')
      assert.deepEqual(await texts(own, 1), ['/last.txt'])
      assert.deepEqual(await texts(all, 1), ['/last.txt'])
    })

    it('show changes of nobody else, not even to administrators', async () => {
      const [admin, ann] = [await world.admin(), await world.person()]
      await using events = await open(admin)
      await events.nextOf('hello')
      await ann.upload('theirs.txt', 'x')
      await admin.upload('own.txt', 'x')
      assert.equal((await events.nextChange()).name, 'own.txt')
    })

    it('go on behind the last one that was seen, none lost and none twice, while more come', async () => {
      const ann = await world.person()
      const wanted = names(90, 'load')
      const seen: string[] = []
      const acts: string[] = []
      let position = await positionOf(ann)
      const writing = (async () => {
        for (let n = 0; n < wanted.length; n += 6)
          await Promise.all(wanted.slice(n, n + 6).map((name) => ann.upload(name, name)))
      })()
      // Cut in the middle again and again; what was sent but not read must come again.
      for (let round = 0; seen.length < wanted.length || acts.length < wanted.length; round++) {
        await using events = await open(ann, position)
        await events.nextOf('hello')
        for (let n = 0; n < 5 + (round % 7); n++) {
          if (seen.length === wanted.length && acts.length === wanted.length) break
          const event = (await events.next()) as ReceivedEvent
          position = event.id
          if (event.event === 'change') seen.push(String(event.data.seq))
          else acts.push(String(event.data.data_text))
        }
      }
      await writing
      assert.deepEqual(
        seen,
        wanted.map((_, n) => String(n + 1)),
      )
      assert.deepEqual(acts.toSorted(), wanted.map((name) => `/${name}`).toSorted())
      await using rest = await EventReader.open(world.url, ann.bearer, position)
      await rest.nextOf('hello')
      await ann.upload('last.txt', 'last')
      assert.equal((await rest.nextChange()).name, 'last.txt')
    })

    it('take where to go on from the address too, unless a header says better', async () => {
      const ann = await world.person()
      const first = await positionOf(ann)
      await ann.upload('one.txt', '1')
      const path = `/api/2/events?last_event_id=${first}`
      const second = await (async () => {
        const response = await fetch(world.url + path, { headers: ann.bearer })
        await using events = EventReader.over(response)
        const event = await events.nextOf('change')
        assert.equal(event.data.name, 'one.txt')
        return event.id
      })()
      await ann.upload('two.txt', '2')
      const response = await fetch(world.url + path, { headers: { ...ann.bearer, 'last-event-id': second } })
      await using events = EventReader.over(response)
      assert.equal((await events.nextChange()).name, 'two.txt')
    })

    it('refuse positions that are made up, of someone else, or from before a restore', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const position = await positionOf(ann)
      const ask = (id: string) => world.request(`/api/2/events?last_event_id=${id}`, { headers: ann.bearer })
      for (const wrong of ['x', '1', position.slice(1), `${position}.1`, position.replace(/\.\w+\./, '.0.')])
        assert.equal((await ask(wrong)).error, 'invalid_request', wrong)
      // Another's position is no harm: it says nothing about roots of one's own, so those are sent from the beginning.
      await ann.upload('own.txt', 'x')
      const foreign = await positionOf(bob)
      const borrowed = await (async () => {
        await using events = await open(ann, foreign)
        return await events.nextChange()
      })()
      assert.equal(borrowed.root_id, ann.rootId)
      await beginEpoch(world.service.ctx)
      const after = await ask(position)
      assert.deepEqual([after.status, after.error], [409, 'cursor_reset'])
    })

    it('take in new roots and leave deleted ones', async () => {
      pace().checkMs = 50
      const ann = await world.person()
      await using events = await open(ann)
      await events.nextOf('hello')
      const { db } = world.service.ctx
      const second = await db.write((tx) =>
        tx
          .insertInto('root')
          .values({
            organization_id: 1 as never,
            person_id: ann.id,
            root_type: 'sync',
            name: 'second',
            created_at: world.clock.now(),
            deleted_at: null,
            purged_at: null,
            description: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await ann.call(createFolderInRoot, { root_id: second.id, name: 'in the new one' })
      assert.deepEqual([(await events.nextChange()).root_id], [second.id])
      await ann.upload('first.txt', 'x')
      assert.equal((await events.nextChange()).name, 'first.txt')
      await db.write((tx) =>
        tx.updateTable('root').set({ deleted_at: 1 }).where('id', '=', second.id).execute(),
      )
      await ann.upload('second.txt', 'x')
      assert.equal((await events.nextChange()).name, 'second.txt')
      // Deleted by hand above, so that its counters are as they would be.
      await db.write((tx) => tx.deleteFrom('change').where('root_id', '=', second.id).execute())
    })

    it('end with the right to them, and say why', async () => {
      const losses: [string, (who: Someone) => Promise<unknown>][] = [
        ['access_denied', ({ id }) => world.changePerson(id, { active: 0 })],
        [
          'access_denied',
          (who) => who.call(revoke, { client_id: BUILT_IN_CLIENT, token: who.session?.accessToken ?? '' }),
        ],
        ['forbidden', ({ id }) => world.changePerson(id, { pw_force_reset: 1 })],
      ]
      const streams = await Promise.all(
        losses.map(async ([reason, lose]) => {
          const who = await world.person()
          const events = await open(who)
          const { id } = await events.nextOf('hello')
          return { reason, who, lose, events, id }
        }),
      )
      for (const { lose, who } of streams) await lose(who)
      for (const { events, reason, id } of streams) {
        let place = id
        let last = (await events.next()) as ReceivedEvent
        // That the token was revoked may be on record before it is looked at again.
        for (; last.event === 'activity'; last = (await events.next()) as ReceivedEvent) place = last.id
        assert.deepEqual([last.event, last.data, last.id], ['end', { reason }, place])
        assert.equal(await events.next(), undefined)
      }
    })

    it('tell nothing more to someone who has lost the right before something happened', async () => {
      pace().checkMs = 3_600_000
      const ann = await world.person()
      await using events = await open(ann)
      await events.nextOf('hello')
      const other = await world.signIn(ann.email)
      await ann.call(revoke, { client_id: BUILT_IN_CLIENT, token: ann.session?.accessToken ?? '' })
      await other.upload('hidden.txt', 'x')
      let event = await events.next()
      // What was on record before may still be sent.
      while (event?.event === 'activity') event = await events.next()
      assert.equal(event?.event, 'end')
    })

    it('end when the access token has had its time', async () => {
      pace().checkMs = 50
      const ann = await world.person()
      await using events = await open(ann)
      await events.nextOf('hello')
      world.clock.advance({ days: 1 })
      assert.deepEqual((await events.nextOf('end')).data, { reason: 'access_denied' })
    })

    it('are for browsers with a session cookie too, on the own site', async () => {
      const ann = await world.person()
      const signedIn = await fetch(`${world.url}/api/2/session/create`, {
        method: 'POST',
        body: new URLSearchParams({ email: ann.email, password: PASSWORD }),
      })
      const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      await using events = await EventReader.open(world.url, { cookie, 'sec-fetch-site': 'same-origin' })
      await events.nextOf('hello')
      await ann.upload('seen.txt', 'x')
      assert.equal((await events.nextChange()).name, 'seen.txt')
      const foreign = await world.request('/api/2/events', {
        headers: { cookie, 'sec-fetch-site': 'cross-site' },
      })
      assert.equal(foreign.status, 401)
    })

    it('come in at most ten streams for one person', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const streams = await Promise.all(Array.from({ length: 10 }, () => open(ann)))
      const refused = await world.request('/api/2/events', { headers: ann.bearer })
      assert.deepEqual([refused.status, refused.error], [503, 'temporarily_unavailable'])
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      await using _other = await open(bob)
      await streams[0]?.[Symbol.asyncDispose]()
      await untilWaiting(world.service, 10)
      await using again = await open(ann)
      await again.nextOf('hello')
      for (const events of streams) await events[Symbol.asyncDispose]()
    })

    it('show signs of life', async () => {
      pace().heartbeatMs = 20
      const ann = await world.person()
      await using events = await open(ann)
      await events.nextOf('hello')
      const change = events.nextChange()
      await until(() => events.comments > 1)
      await ann.upload('later.txt', 'x')
      assert.equal((await change).name, 'later.txt')
    })

    it('answer a HEAD with their headers', async () => {
      const ann = await world.person()
      const { status, headers, body } = await rawCall(world.url, {
        method: 'HEAD',
        path: '/api/2/events',
        headers: ann.bearer,
      })
      assert.deepEqual(
        [status, headers['content-type'], body.length],
        [200, 'text/event-stream; charset=utf-8', 0],
      )
    })
  })

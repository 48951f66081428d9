import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { EventReader, untilWaiting } from '@holdfast/server/testkit/content/event-source'
import { machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { noteHealth } from '../../devices/machines/health.ts'

for (const stack of STACKS)
  describe(`news of lists on ${stack.name}`, () => {
    const world = useWorld(stack)
    const pace = () => world.service.ctx.live.pace
    afterEach(async () => {
      Object.assign(pace(), { listsMs: 2000, checkMs: 4000 })
      await untilWaiting(world.service, 0)
    })
    const open = (who: Someone) =>
      EventReader.open(`${world.url}`, who.bearer, undefined, '?include_lists=true')
    /** The next ones, as organization and list, without those that come again. */
    const nextOf = async (events: EventReader, count: number): Promise<string[]> => {
      const told = new Set<string>()
      while (told.size < count) {
        const { data } = await events.nextOf('list')
        told.add(`${data.organization_id} ${data.list}`)
      }
      return [...told].sort()
    }
    async function provider() {
      const home = await world.organization()
      const customer = await world.organization({}, home)
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      return { home, customer, boss }
    }

    it('name the list that changed, anywhere below and nowhere else, and not what changed', async () => {
      pace().listsMs = 0
      const { home, customer, boss } = await provider()
      const elif = await world.person({ organizationId: customer })
      const machineId = await machineOf(world, elif, 'elif-desk')
      await using events = await open(boss)
      await events.nextOf('hello')
      const stranger = await world.person({ organizationId: await world.organization() })
      await stranger.call(updatePerson, { person_id: stranger.id, first_name: 'Nobody' })
      await boss.call(updatePerson, { person_id: elif.id, first_name: 'Elif' })
      assert.deepEqual(await nextOf(events, 1), [`${customer} persons`])
      await noteHealth(world.service.ctx, [{ machineId, health: { problems: [] } }])
      assert.deepEqual(await nextOf(events, 1), [`${customer} machines`])
      await boss.call(updatePerson, { person_id: boss.id, first_name: 'Ines' })
      assert.deepEqual(await nextOf(events, 1), [`${home} persons`])
    })

    it('are silent of what is done with files', async () => {
      Object.assign(pace(), { listsMs: 0 })
      const { customer, boss } = await provider()
      const elif = await world.person({ organizationId: customer })
      await using events = await open(boss)
      await events.nextOf('hello')
      await elif.upload('letter.txt', 'x')
      await boss.call(updatePerson, { person_id: elif.id, first_name: 'Elif' })
      const { data } = await events.nextOf('list')
      assert.deepEqual(data, { type: 'list', organization_id: customer, list: 'persons' })
    })

    it('are for those who ask, and administer something', async () => {
      pace().listsMs = 0
      const { customer, boss } = await provider()
      const [elif, yuki] = [
        await world.person({ organizationId: customer }),
        await world.person({ organizationId: customer }),
      ]
      await using plain = await EventReader.open(world.url, boss.bearer)
      await using member = await open(elif)
      for (const events of [plain, member]) await events.nextOf('hello')
      await boss.call(updatePerson, { person_id: yuki.id, first_name: 'Yuki' })
      // What is behind it in time is told, and nothing of lists before it.
      await boss.upload('mark.txt', 'x')
      await elif.upload('mark.txt', 'x')
      for (const events of [plain, member]) {
        const seen: string[] = []
        for (let last = ''; last !== 'activity'; seen.push(last))
          last = (await events.next())?.event ?? 'activity'
        assert.deepEqual(
          seen.filter((event) => event === 'list'),
          [],
        )
      }
    })

    it('say that anything may have changed where many things did', async () => {
      pace().listsMs = 0
      const { boss, home } = await provider()
      await using events = await open(boss)
      await events.nextOf('hello')
      world.service.ctx.live.hub.hear('anything')
      assert.deepEqual(await nextOf(events, 1), [`${home} any`])
    })
  })

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as restOfUsers } from 'node:timers/promises'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { CONTENT_ID_PREFIX } from '@holdfast/api/files/content-id'
import type { OrganizationId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import type { Child } from '@holdfast/server/testkit/servers/children'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD } from '@holdfast/server/testkit/servers/world'
import { TestAgent } from '../program/agent.ts'
import { EMAIL, KillableService } from '../program/killable-service.ts'
import { FolderUser, filesBelow, treeOf } from './folder-user.ts'
import { Journal } from './journal.ts'

// Once more: CHAOS_SEED=7 npm test -- testkit/chaos; to see it fail: AGENT_MUTANT='looks at nothing below a change' before it.
const SEED = Number(process.env.CHAOS_SEED ?? 20261116)
const DEVICES = 3
const DEEDS = 12
const LOOKS = 40
interface Device {
  agent: TestAgent
  user: FolderUser
  running: Child
}

const [small, large] = STACKS
const SERVICES = [
  { name: 'a service', stack: small, servers: 1, times: Number(process.env.CHAOS_ROUNDS ?? rounds(2, 200)) },
  {
    name: 'two servers on one database',
    stack: large,
    servers: 2,
    times: Number(process.env.CHAOS_LARGE_ROUNDS ?? rounds(0, 50)),
  },
]

for (const { name, stack, servers, times } of SERVICES.filter((one) => one.times > 0)) {
  describe(`three agents and ${name}`, { timeout: rounds(10, 120) * 60_000 }, () => {
    assert.ok(stack)
    const draw = numbers(SEED)
    const journal = new Journal()
    const devices: Device[] = []
    let dir: string
    let service: KillableService

    before(async () => {
      dir = mkdtempSync(path.join(tmpdir(), 'holdfast-chaos-'))
      service = await KillableService.start(stack, servers)
      await shareWithAll()
      for (let n = 1; n <= DEVICES; n++) {
        const agent = new TestAgent(path.join(dir, `d${n}`))
        const folders = [path.join(dir, `files ${n}`), path.join(dir, `plans ${n}`)] as const
        assert.equal((await agent.signIn(service.url(n), EMAIL, PASSWORD)).code, 0)
        const running = await agent.serve()
        await agent.ask('addRoot', { root: 'own', folder: folders[0] })
        await agent.ask('addRoot', { root: 'plans', folder: folders[1] })
        devices.push({ agent, user: new FolderUser(`d${n}`, folders, draw, journal), running })
      }
    })

    after(async () => {
      TestAgent.killAll()
      await service.end()
      rmSync(dir, { recursive: true, force: true })
    })

    /** A second root on each device. */
    async function shareWithAll(): Promise<void> {
      const client = new Client({ baseUrl: service.url(0) })
      await client.signIn(EMAIL, PASSWORD)
      const { id, company_id } = await client.call(getOwnPerson, {})
      const organization_id = company_id as OrganizationId
      await client.call(createShare, { organization_id, name: 'Plans', subscribers: [[id, 'all', 'EDITOR']] })
    }

    async function kill(): Promise<void> {
      const device = devices[draw(DEVICES + 1)]
      if (device) {
        device.running.process.kill('SIGKILL')
        await device.running.ended
        device.running = await device.agent.serve()
      } else await service.kill(draw(servers))
    }

    /** Until all folders hold the same; tells what differs where that never comes. */
    async function converge(): Promise<Record<string, string>> {
      for (let looks = 0; looks < LOOKS; looks++) {
        for (const { agent } of devices) await agent.ask('sync', {})
        const [first = {}, ...others] = devices.map(({ user }) => treeOf(user))
        if (others.every((tree) => JSON.stringify(tree) === JSON.stringify(first))) return first
      }
      const [first, ...others] = devices.map(({ user }) => treeOf(user))
      for (const tree of others) assert.deepEqual(tree, first, `round never ended; seed ${SEED}`)
      return first ?? {}
    }

    function contentsInBins(): Set<string> {
      const folders = devices.flatMap(({ user }) => user.folders)
      const bins = folders.map((folder) => path.join(folder, '.holdfast-tmp/bin'))
      const files = bins.flatMap((bin) => readdirSync(bin).map((name) => path.join(bin, name)))
      return new Set(files.map((file) => readFileSync(file, 'utf8')))
    }

    it('come to the same files whatever happens, and no content is lost', async () => {
      for (let round = 1; round <= times; round++) {
        for (let deed = 0; deed < DEEDS; deed++) {
          for (const { user } of devices) if (draw(2) === 0) user.act()
          if (draw(8) === 0) await kill()
          else await restOfUsers(draw(60))
        }
        for (const { user } of devices) user.putAllBack()
        const tree = await converge()
        const heads = new Set(Object.values(tree))
        const [kept, bins] = [await service.contents(), contentsInBins()]
        const lost = journal.kept.filter(
          (content) => !heads.has(content) && !kept.has(contentId(content)) && !bins.has(content),
        )
        assert.deepEqual(lost, [], `lost in round ${round} of seed ${SEED}`)
      }
    })

    it('do exactly what one person does, while nobody else works', async () => {
      for (let round = 1; round <= Math.ceil(times / 5); round++) {
        const worker = devices[draw(DEVICES)]
        assert.ok(worker)
        for (let deed = 0; deed < DEEDS; deed++) {
          worker.user.act()
          if (deed === DEEDS / 2) await kill()
        }
        worker.user.putAllBack()
        const wanted = treeOf(worker.user)
        assert.deepEqual(await converge(), wanted, `round ${round} of seed ${SEED}`)
      }
      for (const { user } of devices)
        assert.deepEqual(
          user.folders.flatMap(filesBelow).filter((file) => file.endsWith('.tmp')),
          [],
        )
    })
  })
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** These are small: one chunk each. */
const contentId = (content: string): string =>
  createHash('sha256').update(CONTENT_ID_PREFIX).update(sha256(content)).digest('hex')

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { CONTENT_ID_PREFIX } from '@holdfast/api/content-id'
import type { Child } from '@holdfast/server/testkit/children'
import { type Serving, startServing } from '@holdfast/server/testkit/command-line'
import { freePort } from '@holdfast/server/testkit/free-port'
import { numbers } from '@holdfast/server/testkit/numbers'
import { rounds } from '@holdfast/server/testkit/rounds'
import { makeTempDir } from '@holdfast/server/testkit/stacks'
import { TestAgent } from '../program/agent.ts'
import { FolderUser, filesBelow, treeOf } from './folder-user.ts'
import { Journal } from './journal.ts'

// Once more: CHAOS_SEED=7 npm test -- testkit/chaos
const SEED = Number(process.env.CHAOS_SEED ?? 20261116)
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? rounds(10, 200))
const DEVICES = 3
const DEEDS = 12
const LOOKS = 40
const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'

interface Device {
  agent: TestAgent
  user: FolderUser
  running: Child
}

describe('three agents and a service', { timeout: rounds(10, 120) * 60_000 }, () => {
  const draw = numbers(SEED)
  const journal = new Journal()
  const devices: Device[] = []
  let dir: string
  let serverDir: string
  let settings: NodeJS.ProcessEnv
  let serving: Serving

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-chaos-'))
    serverDir = await makeTempDir()
    settings = {
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    }
    serving = await startServing(serverDir, settings)
    for (let n = 1; n <= DEVICES; n++) {
      const agent = new TestAgent(path.join(dir, `d${n}`))
      const folder = path.join(dir, `files ${n}`)
      assert.equal((await agent.signIn(serving.url, EMAIL, PASSWORD)).code, 0)
      await agent.do('roots', 'add', 'own', folder)
      const user = new FolderUser(`d${n}`, folder, draw, journal)
      devices.push({ agent, user, running: await agent.serve() })
    }
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })

  async function kill(): Promise<void> {
    const device = devices[draw(DEVICES + 1)]
    if (device) {
      device.running.process.kill('SIGKILL')
      await device.running.ended
      device.running = await device.agent.serve()
    } else {
      await serving.stop('SIGKILL')
      serving = await startServing(serverDir, settings)
    }
  }

  /** Until all folders hold the same; tells what differs where that never comes. */
  async function converge(): Promise<Record<string, string>> {
    for (let looks = 0; looks < LOOKS; looks++) {
      for (const { agent } of devices) await agent.ask('sync', {})
      const [first = {}, ...others] = devices.map(({ user }) => treeOf(user.folder))
      if (others.every((tree) => JSON.stringify(tree) === JSON.stringify(first))) return first
    }
    const [first, ...others] = devices.map(({ user }) => treeOf(user.folder))
    for (const tree of others) assert.deepEqual(tree, first, `round never ended; seed ${SEED}`)
    return first ?? {}
  }

  /** What the service has ever held. */
  function contentsOfService(): Set<string> {
    const db = new DatabaseSync(path.join(serverDir, 'data/holdfast.db'), { readOnly: true })
    try {
      const rows = db.prepare('select content from revision').all() as { content: Uint8Array }[]
      return new Set(rows.map(({ content }) => Buffer.from(content).toString('hex')))
    } finally {
      db.close()
    }
  }

  function contentsInBins(): Set<string> {
    const bins = devices.map(({ user }) => path.join(user.folder, '.holdfast-tmp/bin'))
    const files = bins.flatMap((bin) => readdirSync(bin).map((name) => path.join(bin, name)))
    return new Set(files.map((file) => readFileSync(file, 'utf8')))
  }

  it('come to the same files whatever happens, and no content is lost', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      for (let deed = 0; deed < DEEDS; deed++) {
        for (const { user } of devices) if (draw(2) === 0) user.act()
        if (draw(8) === 0) await kill()
        else await new Promise((resolve) => setTimeout(resolve, draw(60)))
      }
      for (const { user } of devices) user.putAllBack()
      const tree = await converge()
      const heads = new Set(Object.values(tree))
      const [service, bins] = [contentsOfService(), contentsInBins()]
      const lost = journal.kept.filter(
        (content) => !heads.has(content) && !service.has(contentId(content)) && !bins.has(content),
      )
      assert.deepEqual(lost, [], `lost in round ${round} of seed ${SEED}`)
    }
  })

  it('do exactly what one person does, while nobody else works', async () => {
    for (let round = 1; round <= Math.ceil(ROUNDS / 5); round++) {
      const worker = devices[draw(DEVICES)]
      assert.ok(worker)
      for (let deed = 0; deed < DEEDS; deed++) {
        worker.user.act()
        if (deed === DEEDS / 2) await kill()
      }
      worker.user.putAllBack()
      const wanted = treeOf(worker.user.folder)
      assert.deepEqual(await converge(), wanted, `round ${round} of seed ${SEED}`)
    }
    for (const { user } of devices)
      assert.deepEqual(
        filesBelow(user.folder).filter((file) => file.endsWith('.tmp')),
        [],
      )
  })
})

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** These are small: one chunk each. */
const contentId = (content: string): string =>
  createHash('sha256').update(CONTENT_ID_PREFIX).update(sha256(content)).digest('hex')

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createPerson, getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { undoChanges } from '@holdfast/api/files/history-undo'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { type Brake, judgeBrakeRight, listBrakes } from '@holdfast/api/oversight/brakes'
import { createShare } from '@holdfast/api/sharing/shares'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { treeOf } from '../../testkit/chaos/folder-user.ts'
import { TestAgent } from '../../testkit/program/agent.ts'

const BOSS = 'admin@localhost'
const PASSWORD = 'correct horse battery'
/** How many files there are, and how many of them one device takes for ransom. */
const FILES = rounds(160, 9000)
const TAKEN = rounds(120, 2000)
/** What the other device changes meanwhile, which nobody else touches. */
const WORKED_ON = 10
/** A look at all files takes a while. */
const LOOK_EVERY_MS = 200

describe('a device that encrypts files of a team', { timeout: rounds(180_000, 1_800_000) }, () => {
  let dir: string
  let serving: Serving
  let boss: Client
  let root_id: RootId
  const agents = new Map<string, { agent: TestAgent; folder: string }>()

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-wild-'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_ADMIN_EMAIL: BOSS,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    boss = new Client({ baseUrl: serving.url })
    await boss.signIn(BOSS, PASSWORD)
    const { id, company_id } = await boss.call(getOwnPerson, {})
    const organization_id = company_id as OrganizationId
    await boss.call(updateOrganizationPolicy, { organization_id, device_brake: 'pause' })
    const persons = []
    for (const name of ['bob', 'carol']) {
      const named = { email: `${name}@example.com`, first_name: name, last_name: 'Brown' }
      persons.push(
        await boss.call(createPerson, {
          company_id: organization_id,
          password: PASSWORD,
          create_root: false,
          ...named,
        }),
      )
    }
    const team = await boss.call(createShare, {
      organization_id,
      name: 'Plans',
      subscribers: [
        [id, 'web', 'EDITOR'],
        ...persons.map((person) => [person.id, 'all', 'EDITOR'] as const),
      ] as never,
    })
    root_id = team.id
    for (const name of ['bob', 'carol']) {
      const agent = new TestAgent(path.join(dir, name))
      const folder = path.join(dir, `files of ${name}`, 'Plans')
      mkdirSync(folder, { recursive: true })
      const signedIn = await agent.signIn(
        serving.url,
        `${name}@example.com`,
        PASSWORD,
        '--folder',
        path.dirname(folder),
      )
      assert.equal(signedIn.code, 0, signedIn.errors)
      agents.set(name, { agent, folder })
    }
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })

  const of = (name: 'bob' | 'carol') => agents.get(name) ?? assert.fail(name)
  const plans = async (name: 'bob' | 'carol') => (await of(name).agent.ask('status', {}))?.roots[0]
  const brakes = async (): Promise<Brake[]> => (await boss.call(listBrakes, {})).results

  it('is stopped while others work on, and all it did is undone', async () => {
    const [bob, carol] = [of('bob'), of('carol')]
    const nameOf = (n: number) => `plan ${String(n).padStart(4, '0')}.txt`
    for (let n = 0; n < FILES; n++) writeFileSync(path.join(carol.folder, nameOf(n)), `plan ${n}\n`)
    await Promise.all([bob.agent.serve(), carol.agent.serve()])
    await until(() => sameAs(bob.folder, filesIn(carol.folder)), LOOK_EVERY_MS)
    for (let n = 0; n < TAKEN; n++) {
      const file = path.join(bob.folder, nameOf(n))
      writeFileSync(file, `gibberish ${n * 7919}`)
      renameSync(file, `${file}.locked`)
      const work = FILES - 1 - n
      if (n < WORKED_ON) writeFileSync(path.join(carol.folder, nameOf(work)), `better plan ${work}\n`)
    }
    await until(async () => (await brakes()).length > 0, LOOK_EVERY_MS)
    writeFileSync(path.join(bob.folder, 'ransom.txt'), 'pay')
    await until(async () => (await plans('bob'))?.state === 'paused', LOOK_EVERY_MS)
    const held = await plans('bob')
    assert.match(held?.reason ?? '', /Review the changes in the app/)
    writeFileSync(path.join(carol.folder, 'new plan.txt'), 'by carol')
    await until(() => filesIn(bob.folder).has('new plan.txt'), LOOK_EVERY_MS)
    const [brake] = await brakes()
    assert.ok(brake?.paused)
    assert.deepEqual(
      [brake.reason, brake.person_name, brake.extensions[0]?.extension],
      ['extension', 'bob Brown', 'locked'],
    )
    const machine_id = brake.machine_id ?? assert.fail('it is no device')
    const undone = await boss.call(undoChanges, { root_id, from_seq: brake.first_seq, machine_id })
    assert.equal(undone.skipped, 0)
    const expected = new Map<string, string>([['new plan.txt', 'by carol']])
    for (let n = 0; n < FILES; n++)
      expected.set(nameOf(n), n < FILES - WORKED_ON ? `plan ${n}\n` : `better plan ${n}\n`)
    await until(() => sameAs(carol.folder, expected), LOOK_EVERY_MS)
    assert.deepEqual([(await brakes()).length, (await brakes())[0]?.state], [1, 'undone'])
    assert.ok(!filesIn(carol.folder).has('ransom.txt'))
    await boss.call(judgeBrakeRight, { brake_id: brake.id })
    await bob.agent.ask('sync', {})
    // It goes on with what was held back; where that is far more than usual again, it is noticed again.
    await until(
      async () => filesIn(carol.folder).has('ransom.txt') || (await brakes()).length > 1,
      LOOK_EVERY_MS,
    )
  })
})

/** While an agent works at it, files come and go. */
function filesIn(folder: string): Map<string, string> {
  for (;;)
    try {
      return new Map(
        Object.entries(treeOf({ folders: [folder] })).map(([name, text]) => [name.slice(2), text]),
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}

const sameAs = (folder: string, expected: ReadonlyMap<string, string>): boolean => {
  // Reading all of them takes a while.
  if (readdirSync(folder).filter((name) => !name.startsWith('.')).length !== expected.size) return false
  const there = filesIn(folder)
  return there.size === expected.size && [...expected].every(([name, text]) => there.get(name) === text)
}

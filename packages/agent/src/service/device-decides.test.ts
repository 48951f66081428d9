import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import * as backups from '@holdfast/api/devices/backups'
import { getMachineHealth, listMachineJobs } from '@holdfast/api/devices/fleet'
import * as api from '@holdfast/api/devices/machines'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { parseUtc } from '@holdfast/api/time'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { Computer } from '../../testkit/program/computer.ts'

for (const stack of USUAL_STACKS)
  describe(`a device decides what is done with its folders, with a service on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)

    /** Ann's computer, which is a file server, and the administrator. */
    async function setting(test: TestContext, { runs = true } = {}) {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const computer = await Computer.of(world, ann, 'desk')
      test.after(() => computer.close())
      const { machineId: machine_id } = computer
      await boss.call(api.enableFileServer, { machine_id })
      if (runs) await computer.start()
      const map = (who: Someone, path: string, root_id: RootId = who.rootId) =>
        who.call(api.createMachineMapping, { machine_id, root_id, path })
      const backUp = (who: Someone, path: string) =>
        who.call(backups.createMachineBackup, { machine_id, path })
      const ls = async (who: Someone, path?: string) =>
        (await who.call(api.listMachinePath, { machine_id, ...(path && { path }) })).results
      const status = async () => (await ann.call(api.getMachineStatus, { machine_id })).results
      return { boss, ann, computer, machine_id, map, backUp, ls, status }
    }
    const team = async (who: Someone) => {
      const { company_id } = await who.call(getOwnPerson, {})
      const subscribers = [[who.id, 'web', 'CO_OWNER']] as never
      return who.call(createShare, {
        organization_id: company_id as OrganizationId,
        name: 'Team',
        subscribers,
      })
    }
    const forbidden = (command: RegExp) => ({ code: 'forbidden', message: command })

    it('and an administrator reaches nothing that nobody there named', async (test) => {
      const { boss, ann, computer, map, backUp, ls, machine_id } = await setting(test)
      const plans = computer.at('srv/plans')
      const asked = [() => map(boss, plans), () => backUp(boss, plans), () => ls(boss, plans)]
      for (const [n, deed] of ['map', 'backup', 'browse'].entries())
        await assert.rejects(
          async () => asked[n]?.(),
          forbidden(new RegExp(`run on the device: holdfast-agent allow ${plans} --${deed}`)),
        )
      for (const path of [
        computer.at('person/.ssh'),
        computer.at('person'),
        computer.at('agent'),
        '/etc',
        '/',
      ])
        for (const ask of [map, ls]) await assert.rejects(ask(boss, path), { code: 'forbidden' }, path)
      await computer.allow('srv/plans')
      await computer.allow('person')
      await map(boss, plans)
      const { results } = await boss.call(api.listMachineMappings, { machine_id })
      assert.deepEqual(
        results.map(({ path }) => path),
        [plans],
        'what was refused is not recorded',
      )
      for (const path of [computer.at('person/.ssh'), computer.at('person')])
        await assert.rejects(map(boss, path), { code: 'forbidden', message: /keys(,| or) start-up files/i })
      await assert.rejects(ls(boss, computer.at('person/.ssh')), { code: 'forbidden' })
      const by = `<${boss.email}>`
      await until(async () => (await computer.agent.status()).roots[0]?.by?.endsWith(by) ?? false)
      const isLogged = new RegExp(`mapped by .*${by}`)
      await until(() => isLogged.test(readFileSync(computer.at('agent/agent.log'), 'utf8')))
      const [mail] = await world.sent(ann.email)
      assert.match(mail?.text ?? '', new RegExp(`Folder ${plans}`))
    })

    it('and says what is wrong with a path: missing is 404, impossible 400', async (test) => {
      const { ann, computer, map, backUp, ls } = await setting(test)
      await computer.allow('srv')
      const missing = computer.at('srv/missing')
      for (const ask of [map, backUp, ls]) {
        await assert.rejects(ask(ann, missing), { code: 'not_found', message: /mkdir -p .*missing/ })
        for (const path of ['D:\\x', '\\\\host\\share', computer.at('srv/plans/plan.txt')])
          await assert.rejects(ask(ann, path), {
            code: 'invalid_request',
            message: /Invalid value for parameter: path/,
          })
      }
      assert.ok(!existsSync(missing))
      await map(ann, computer.at('srv/plans'))
      mkdirSync(computer.at('srv/plans/inner'))
      const shared = await team(ann)
      await assert.rejects(map(ann, computer.at('srv/plans/inner'), shared.id), {
        code: 'invalid_request',
        message: /overlaps with/,
      })
    })

    it('and shows the own home to its person, and to others the way to what is allowed', async (test) => {
      const { boss, ann, computer, ls, backUp } = await setting(test)
      assert.deepEqual(await ls(ann, computer.at('person')), ['.ssh', 'Documents'])
      assert.equal((await ls(boss))[0], '/', 'drives are for whoever may ask')
      await assert.rejects(ls(boss, computer.top), { code: 'forbidden' })
      await computer.allow('srv/plans')
      assert.deepEqual(await ls(boss, computer.top), ['srv'])
      assert.deepEqual(await ls(boss, computer.at('srv')), ['plans'])
      assert.deepEqual(await ls(ann, computer.top), ['person', 'srv'])
      await backUp(ann, computer.at('person'))
      await computer.agent.disallow({ folder: computer.at('person') })
      await assert.rejects(ls(ann, computer.at('person')), { code: 'forbidden' })
      await until(async () => (await computer.agent.status()).backups[0]?.state === 'failed')
    })

    it('and never writes elsewhere, whatever job or link there is', async (test) => {
      const { ann, computer, backUp, machine_id } = await setting(test)
      await computer.allow('srv/plans')
      const { id: root_id } = await backUp(ann, computer.at('srv/plans'))
      await until(async () => (await computer.agent.status()).backups[0]?.lastRun != null)
      symlinkSync(computer.at('srv/outside'), computer.at('srv/plans/way-out'))
      const targets = [
        'agent',
        'srv/outside',
        'person',
        'person/.ssh',
        'srv/plans/way-out',
        'srv/plans/way-out/x',
      ]
      const before = new Map(
        targets.map((at) => [at, existsSync(computer.at(at)) && readdirSync(computer.at(at))]),
      )
      // As an intruder in the service would.
      await world.service.ctx.db.write(async (tx) => {
        for (const target of [...targets, '../../../etc/cron.d'])
          await tx
            .insertInto('machine_job')
            .values({
              ...{ kind: 'restore', machine_id, root_id, path: `${computer.top}/${target}`, overwrite: 1 },
              ...{ state: 'waiting', created_by: ann.id, created_at: 0 },
            })
            .execute()
      })
      const restore = (path: string) => ann.call(backups.restoreMachineBackup, { machine_id, root_id, path })
      await restore(computer.at('srv/plans/back'))
      const jobs = await untilFound(async () => {
        const { results } = await ann.call(listMachineJobs, { machine_id })
        return results.every(({ finished }) => finished !== null) ? results : undefined
      })
      assert.deepEqual(
        jobs.map(({ path, state }) => [path?.replace(`${computer.top}/`, ''), state]),
        [
          ['srv/plans/back', 'done'],
          ['../../../etc/cron.d', 'failed'],
          ...targets.toReversed().map((target) => [target, 'failed']),
        ],
      )
      assert.match(jobs.at(-3)?.problems[0]?.reason ?? '', /holdfast-agent allow .*person --restore/)
      assert.equal(readFileSync(computer.at('srv/plans/back/plan.txt'), 'utf8'), 'plan')
      for (const [at, names] of before)
        if (at !== 'agent')
          assert.deepEqual(existsSync(computer.at(at)) && readdirSync(computer.at(at)), names, at)
      assert.equal(existsSync(computer.at('agent/plan.txt')), false)
      await assert.rejects(restore(computer.at('srv/outside')), forbidden(/holdfast-agent allow .*--restore/))
      const told = (await computer.agent.status()).restores.map(({ path, state }) => [path, state])
      assert.deepEqual(told.at(-1), [computer.at('srv/plans/back'), 'done'])
    })

    it('also what was recorded while it was away, and tells why it is not done', async (test) => {
      const { boss, ann, computer, map, backUp, status, machine_id } = await setting(test, { runs: false })
      await map(boss, computer.at('srv/outside'))
      await backUp(boss, computer.at('srv/missing'))
      await computer.start()
      const found = await untilFound(async () => {
        const now = await status()
        return now.subscriptions.length === 2 ? now : undefined
      })
      assert.equal(found.synced, false)
      for (const { synced, excl_files } of found.subscriptions) {
        assert.equal(synced, false)
        assert.match(excl_files[0]?.reason ?? '', /holdfast-agent allow .* --(map|backup)$/)
      }
      await until(async () => {
        const { problems } = await ann.call(getMachineHealth, { machine_id })
        return problems.length === 2
      })
      await computer.allow('srv')
      await until(async () => {
        const { subscriptions } = await status()
        return subscriptions[0]?.synced === true && subscriptions[1]?.synced === false
      })
      const { subscriptions } = await status()
      assert.match(subscriptions[1]?.excl_files[0]?.reason ?? '', /Is its disk mounted\?/)
    })

    it('and lets go of a folder with its mapping', async (test) => {
      const { ann, computer, map, machine_id } = await setting(test)
      await computer.allow('srv/plans')
      const plans = computer.at('srv/plans')
      const { id: mapping_id } = await map(ann, plans)
      await until(() => existsSync(computer.at('srv/plans/.holdfast-root')))
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id })
      const shared = await team(ann)
      await ann.call(uploadToRoot, {
        root_id: shared.id,
        file: { name: 'team.txt', bytes: new Blob(['team']) },
      })
      await map(ann, plans, shared.id)
      await until(() => existsSync(computer.at('srv/plans/team.txt')))
      assert.equal(readFileSync(computer.at('srv/plans/plan.txt'), 'utf8'), 'plan', 'files stay')
    })

    it('keeps what was mapped and backed up before it could decide', async (test) => {
      const { ann, computer, map, backUp, status } = await setting(test)
      await computer.allow('srv/plans')
      await map(ann, computer.at('srv/plans'))
      await backUp(ann, computer.at('srv/plans'))
      const isDone = async () => {
        const { subscriptions, synced } = await status()
        return synced && subscriptions.length === 2
      }
      await until(isDone)
      await computer.stop()
      const file = computer.at('agent/settings.json')
      const { allowed: _, homeAllowed: __, ...older } = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify({ ...older, allow: [] }))
      await computer.start()
      await until(isDone)
      const allowed = (await computer.agent.listAllowed()).filter(({ source }) => source === 'named')
      assert.deepEqual(allowed, [
        { folder: computer.at('srv/plans'), deeds: ['map', 'backup'], source: 'named' },
      ])
      await assert.rejects(map(ann, computer.at('srv/outside')), { code: 'forbidden' })
    })

    it('and is signed in at the time of its newest connection', async (test) => {
      const { ann, computer, machine_id } = await setting(test)
      await computer.stop()
      world.clock.advance({ minutes: 1 })
      await computer.start()
      const { last_login, last_disconnect } = await ann.call(api.getMachine, { machine_id })
      assert.ok((parseUtc(last_login ?? '') ?? 0) > (parseUtc(last_disconnect ?? '') ?? 0))
    })
  })

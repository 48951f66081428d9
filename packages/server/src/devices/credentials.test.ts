import assert from 'node:assert/strict'
import { createDecipheriv, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { describe, it } from 'node:test'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import * as backups from '@holdfast/api/devices/backups'
import * as api from '@holdfast/api/devices/machines'
import type { ParamsOf } from '@holdfast/api/operation'
import { dumpTables } from '@holdfast/server/testkit/database/dump'
import type { Device } from '@holdfast/server/testkit/people/device'
import { connect, fileServer } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { startService } from '../service/service.ts'

const GIVEN = { username: 'plumcake-reader', password: 'grenadine-4711' }
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex')

const rawOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD.length)

/** As the agent opens what was sealed for it. */
function open(key: KeyObject, sealed: Buffer, place: string): unknown {
  const sender = sealed.subarray(1, 33)
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_HEAD, sender]),
    format: 'der',
    type: 'spki',
  })
  const shared = diffieHellman({ privateKey: key, publicKey })
  const salt = Buffer.concat([sender, rawOf(key)])
  const secret = Buffer.from(hkdfSync('sha256', shared, salt, 'holdfast credentials 1', 32))
  const opening = createDecipheriv('aes-256-gcm', secret, sealed.subarray(33, 45), { authTagLength: 16 })
  opening.setAAD(Buffer.from(place))
  opening.setAuthTag(sealed.subarray(45, 61))
  return JSON.parse(opening.update(sealed.subarray(61), undefined, 'utf8') + opening.final('utf8'))
}

for (const stack of STACKS)
  describe(`passwords of network paths on ${stack.name}`, () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const world = useWorld(stack, { log })
    const rowsOf = (table: 'machine_mapping' | 'backup') =>
      world.service.ctx.db.read.selectFrom(table).select(['credentials', 'state']).execute()

    /** Every table, with what is in bytes as text too. */
    const stored = async () =>
      JSON.stringify(await dumpTables(world.service.ctx.db.read)).replace(
        /\[[\d,]+\]/g,
        (bytes) => `${Buffer.from(JSON.parse(bytes) as number[]).toString('latin1')}`,
      )

    /** What the tables hold while a device is asked through a server that it is not connected to. */
    async function askedElsewhere(
      device: Device,
      who: Someone,
      given: ParamsOf<typeof api.listMachinePath>,
    ): Promise<string> {
      const config = { ...world.config, baseUrl: world.service.ctx.publicUrl }
      const other = await startService(config, { now: world.clock.now, log })
      const { answers } = device
      const { promise: held, resolve } = Promise.withResolvers<string>()
      device.answers = ({ id }) => {
        void stored().then((text) => {
          resolve(text)
          device.say({ t: 'result', id, ok: true, data: ['files'] })
        })
        return undefined
      }
      world.service.ctx.live.pace.checkMs = 50
      const { machine_id, ...params } = given
      const { status } = await fetch(`${other.url}/api/2/machine/${machine_id}/ls`, {
        method: 'POST',
        headers: who.bearer,
        body: new URLSearchParams(params as Record<string, string>),
      })
      assert.equal(status, 200)
      device.answers = answers
      await other.close()
      assert.match(await held, /"machine_command":\["/)
      return held
    }

    it('are kept for the device alone, or not at all', async () => {
      const boss = await world.admin()
      const ann = await world.person()
      const machine_id = await fileServer(world, boss, ann, 'nas')
      const share = (path: string) => `\\\\nas\\${path}`
      const mapping = { machine_id, root_id: ann.rootId, path: share('files') }
      const first = await ann.call(api.createMachineMapping, { ...mapping, ...GIVEN })
      await ann.call(backups.createMachineBackup, { machine_id, path: share('home'), ...GIVEN })
      for (const table of ['machine_mapping', 'backup'] as const)
        assert.deepEqual(await rowsOf(table), [{ credentials: null, state: 'credentials_needed' }])
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id: first.id })

      const device = await connect(world, ann, machine_id)
      device.answers = ({ kind }) => ({ ok: true, data: kind === 'ls' ? ['files'] : null })
      const mapped = await ann.call(api.createMachineMapping, { ...mapping, ...GIVEN })
      const backup = await ann.call(backups.createMachineBackup, {
        machine_id,
        path: share('more'),
        ...GIVEN,
      })
      await ann.call(api.listMachinePath, { machine_id, path: share('files'), ...GIVEN })
      const onItsWay = await askedElsewhere(device, ann, { machine_id, path: share('files'), ...GIVEN })
      const restore = { machine_id, root_id: backup.id, path: share('back'), ...GIVEN }
      await ann.call(backups.restoreMachineBackup, restore)
      const refused = [
        await world.post(`/api/2/machine/${machine_id}/ls`, { path: 'files', ...GIVEN }, ann.bearer),
        await world.post(
          `/api/2/machine/${machine_id}/mappings/create`,
          { root_id: String(ann.rootId), path: share('files'), ...GIVEN },
          ann.bearer,
        ),
      ]
      assert.deepEqual(
        refused.map(({ status }) => status),
        [400, 409],
      )

      const [kept] = (await rowsOf('machine_mapping')).filter(({ credentials }) => credentials !== null)
      const [keptWith] = (await rowsOf('backup')).filter(({ credentials }) => credentials !== null)
      const commands = device.frames.filter(({ t }) => t === 'command')
      const sentWith = (kind: string) =>
        Buffer.from(String(commands.find((frame) => frame.kind === kind)?.sealed), 'base64url')
      const job = await world.service.ctx.db.read
        .selectFrom('machine_job')
        .select('credentials')
        .executeTakeFirstOrThrow()
      assert.deepEqual(job.credentials, sentWith('restore'))
      const all: [Buffer, string][] = [
        [kept?.credentials as Buffer, `${machine_id} mapping ${mapped.id}`],
        [keptWith?.credentials as Buffer, `${machine_id} backup ${backup.id}`],
        [sentWith('restore'), `${machine_id} restore ${backup.id}`],
        [sentWith('ls'), `${machine_id} ls`],
      ]
      const told = (await device.latest(
        'config',
        ({ restores }) => (restores as unknown[]).length === 1,
      )) as unknown as DeviceConfig
      const inConfig = [
        told.mappings.find(({ mapping_id }) => mapping_id === mapped.id),
        told.backups.find(({ root_id }) => root_id === backup.id),
        told.restores[0],
      ]
      assert.deepEqual(
        inConfig.map((row) => row?.sealed),
        all.slice(0, 3).map(([sealed]) => sealed.toString('base64url')),
      )
      const other = await connect(world, boss, await fileServer(world, boss, boss, 'other'))
      for (const [sealed, place] of all) {
        assert.deepEqual(open(device.privateKey, sealed, place), GIVEN)
        assert.throws(() => open(other.privateKey, sealed, place), 'another device')
        assert.throws(() => open(device.privateKey, sealed, `${place}1`), 'for something else')
      }

      const everything = {
        tables: await stored(),
        'tables meanwhile': onItsWay,
        log: lines.join(''),
        errors: JSON.stringify(refused.map(({ body }) => body)),
        frames: JSON.stringify(device.frames),
      }
      assert.match(everything.tables, /more/, 'it looks in the right places')
      for (const [where, text] of Object.entries(everything))
        for (const secret of Object.values(GIVEN)) assert.ok(!text.includes(secret), where)

      const renewed = await connect(world, ann, machine_id)
      for (const table of ['machine_mapping', 'backup'] as const)
        assert.ok((await rowsOf(table)).every(({ credentials }) => credentials === null))
      for (const each of [device, other, renewed]) each.cut()
    })
  })

import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { getMachineStatus, listMachinePath } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { Device, signInDevice } from '@holdfast/server/testkit/people/device'
import { RunningClock } from '@holdfast/server/testkit/servers/clock'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const STATUS = { subscriptions: [], synced: true, transfers: [] }
const answers: Device['answers'] = ({ kind }) => ({ ok: true, data: kind === 'ls' ? ['srv'] : STATUS })

describe('the line to a device whose server is killed', { timeout: 600_000 }, () => {
  // The other process goes by the time that it is.
  const world = useWorld(STACKS[1] as Stack, { clock: new RunningClock() })

  it('is missed for no longer than an answer takes, and taken up elsewhere', async (test) => {
    const ann = await world.person()
    const { headers } = await signInDevice(world, ann)
    const holder = await ServerProcess.start(
      { ...world.place, dataDir: await makeTempDir() },
      { HOLDFAST_MASTER_KEY_FILE: path.join(world.place.dataDir, 'master.key') },
    )
    test.after(() => holder.kill())
    const device = await Device.open(holder.url, headers)
    const machine_id = (await device.hello()).machine_id as MachineId
    device.answers = answers
    /** Asked at the other server. */
    const status = async () => (await ann.call(getMachineStatus, { machine_id })).results
    assert.deepEqual(await status(), { ...STATUS, leaving: [] })
    assert.deepEqual((await ann.call(listMachinePath, { machine_id })).results, ['srv'])
    await holder.kill()
    await device.closed
    await assert.rejects(status(), { code: 'temporarily_unavailable', status: 503 })
    const again = await Device.open(world.url, headers)
    await again.hello()
    again.answers = answers
    assert.deepEqual(await status(), { ...STATUS, leaving: [] })
    again.cut()
  })
})

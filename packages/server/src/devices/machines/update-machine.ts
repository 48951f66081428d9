import type { Machine } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine } from '../../access/machines.ts'
import { checkName } from '../../accounts/organizations/settings.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdMachine, machineFindable, named, updateMachineRow } from '../../records/machines.ts'
import { checkSettings, type MachineSettings, parseSettings, settingsAmong } from './settings.ts'
import { machineView } from './view.ts'

/** Changes what is given. The device learns of it whenever it is connected. */
export async function updateMachine(
  ctx: Ctx,
  who: PersonPrincipal,
  id: MachineId,
  given: Partial<MachineSettings> & { nickname?: string | null | undefined },
): Promise<Machine> {
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdMachine(tx, id)
    const before = await authorizeMachine(tx, who, id)
    const nickname = given.nickname && checkName(given.nickname, 'nickname')
    const kept = parseSettings(before.settings)
    const settings = differing(settingsAmong(given), kept)
    const change = { ...differing({ nickname }, before), ...settings }
    if (Object.keys(change).length === 0) return machineView(before)
    checkSettings({ ...kept, ...settings })
    const machine = await updateMachineRow(tx, id, {
      nickname: nickname === undefined ? before.nickname : nickname,
      settings: JSON.stringify({ ...kept, ...settings }),
    })
    if (nickname !== undefined) await machineFindable(tx, machine)
    const on = { machine: named(machine), about: Object.keys(change).join(', ') }
    await recordActivity(tx, who, 'machine_updated', on, at)
    announce(tx, `m${id}`)
    return machineView(machine)
  })
}

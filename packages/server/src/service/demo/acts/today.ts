import { createAuthSource } from '../../../accounts/directories/create-auth-source.ts'
import { updatePolicy } from '../../../accounts/organizations/update-policy.ts'
import { ApiError } from '../../../errors.ts'
import { lockItem } from '../../../files/locks/lock-item.ts'
import { starItem } from '../../../files/preferences/star-item.ts'
import { findOrganization } from '../../../records/organizations.ts'
import { checkCredentials } from '../../../sign-in/credentials/check-credentials.ts'
import { DEVICES, type DeviceKey, emailOf } from '../cast/cast.ts'
import { from } from '../stage/people.ts'
import type { Stage } from '../stage/stage.ts'

const GIB = 1024 ** 3
/** How full an organization is whose limit was set with care. */
const NEARLY_FULL = 0.94
/** A version that is long gone. */
const OLD_VERSION = '0.0.9'
const TRIES_EACH = 5

/** Nothing answers where it should be, and the import of the night fails. */
export async function connectDirectory(stage: Stage): Promise<void> {
  const { ctx, people } = stage
  const amara = await people.person('amara')
  await createAuthSource(ctx, amara, stage.organization('brightwater'), {
    ...{ nickname: 'Head office', host: 'localhost', port: 3636, ssl: true, importHours: 12 },
    ...{ login: 'cn=holdfast,dc=brightwater,dc=example', password: stage.password },
    baseDn: 'dc=brightwater,dc=example',
  })
}

/** Someone tries passwords of an account, from one network after the other. */
export async function guessPasswords(stage: Stage, networks: readonly number[]): Promise<void> {
  for (const network of networks)
    for (let tries = 0; tries < TRIES_EACH; tries++) {
      stage.clock.pass({ seconds: 4 })
      await from({ address: `192.0.2.${network}`, userAgent: undefined }, () => guess(stage, tries))
    }
}

async function guess({ ctx }: Stage, n: number): Promise<void> {
  const credentials = { email: emailOf('elif'), password: `summer ${n}`, authCode: undefined }
  try {
    await checkCredentials(ctx, credentials)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** As the devices of a working day say how they are. */
export async function devicesCheckIn(stage: Stage): Promise<void> {
  for (const key of Object.keys(DEVICES) as DeviceKey[]) {
    if (!stage.devices.isInUse(key)) continue
    const total = stage.chance.whole(2, 16) * 128 * GIB
    const health = { total_space: total, free_space: Math.round(total * (0.1 + stage.chance.next() * 0.7)) }
    const unreadable = { path: '/srv/archive/scan/0412.tif', reason: 'EACCES: permission denied' }
    const problems = key === 'plot-server' ? [unreadable] : []
    await stage.devices.checkIn(key, { ...health, problems }, key === 'ann-desktop' ? OLD_VERSION : undefined)
  }
}

/** The limit of an organization leaves little room. */
export async function limitOrchard(stage: Stage): Promise<void> {
  const { ctx, people } = stage
  const id = stage.organization('orchard')
  const { stored_size = 0, pending_size = 0 } = (await findOrganization(ctx.db.read, id)) ?? {}
  const space_quota = Math.ceil((stored_size + pending_size) / NEARLY_FULL)
  await updatePolicy(ctx, await people.person('jonas'), id, { space_quota })
}

export async function lockAndStar(stage: Stage): Promise<void> {
  const { ctx, people, shares } = stage
  const rootId = shares.rootOf('hall')
  const [plan, other] = shares.filesOf('hall', 'Plans/Details')
  const [quote] = shares.filesOf('hall', 'Quotes')
  const kwame = await people.person('kwame')
  const ann = await people.person('ann')
  if (plan) await lockItem(ctx, kwame, { rootId, entryId: plan.id, kind: 'file' }, undefined)
  for (const file of [quote, other])
    if (file) await starItem(ctx, ann, { person_id: ann.personId, root_id: rootId, item_id: file.id })
}

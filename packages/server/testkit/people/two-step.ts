import type { TwoStepMode } from '@holdfast/api/sign-in/oauth'
import { totpCode, totpStep } from '../../src/sign-in/credentials/totp.ts'
import { type Answer, PASSWORD, type Someone, type World } from '../servers/world.ts'

export const ENABLE = '/api/2/person/two_step/enable'
export const DISABLE = '/api/2/person/two_step/disable'
export const RECOVER = '/api/2/person/two_step/recovery'

/** A number of its own for each person. */
export const phoneOf = (someone: Someone): string => `+1555${String(someone.id).padStart(7, '0')}`

export interface Keys {
  key: string
  backupKey: string
}

/** The code that an authenticator with this key shows, `steps` half minutes from now. */
export const codeOf = (world: World, { key }: Keys, steps = 0): string =>
  totpCode(key, totpStep(world.clock.now()) + steps)

export function beginTwoStep(world: World, someone: Someone, mode: TwoStepMode): Promise<Answer> {
  const phone = mode === 'sms' ? { mobile_phone: phoneOf(someone) } : undefined
  return world.post(ENABLE, { password: PASSWORD, mode, ...phone }, someone.bearer)
}

/** Switches two-step verification on, and waits until its next authenticator code. */
export async function enableTwoStep(world: World, someone: Someone, mode: TwoStepMode): Promise<Keys> {
  const { body } = await beginTwoStep(world, someone, mode)
  const keys = { key: String(body.key), backupKey: String(body.backup_key) }
  const auth_code = await twoStepCode(world, someone, mode, keys)
  const { status } = await world.post(ENABLE, { password: PASSWORD, mode, auth_code }, someone.bearer)
  if (status !== 200) throw new Error(`Two-step verification could not be enabled: ${status}`)
  world.clock.advance({ seconds: 30 })
  return keys
}

/** The newest code, wherever the mode has it come from. */
export async function twoStepCode(
  world: World,
  someone: Someone,
  mode: TwoStepMode,
  keys: Keys,
): Promise<string> {
  if (mode === 'authenticator') return codeOf(world, keys)
  return world.latestCode(mode === 'sms' ? phoneOf(someone) : someone.email)
}

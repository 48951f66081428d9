import { REFUSAL_KINDS, type RefusalKind } from '@holdfast/api/devices/agent-channel'
import { parseJson } from '../../platform/basics/parse-json.ts'
import { type Progress, readProgress } from '../jobs/note-progress.ts'
import type { SaidOfMachine } from './queries.ts'
import { type Report, readReport } from './read-report.ts'

export const PROTOCOL = 1

/** What a device says, as far as the server understands it. */
export type DeviceFrame =
  | { t: 'hello'; protocol: number; said: SaidOfMachine; configVer: string | undefined }
  | { t: 'token'; accessToken: string }
  | { t: 'result'; id: string; ok: boolean; data: unknown; error: string; refused: RefusalKind | undefined }
  | { t: 'progress'; progress: Progress }
  | Report
  | { t: 'other' }

const OS_TYPES = ['linux', 'osx', 'win', 'ios', 'android', 'winphone']

/** Undefined for what no agent would send. Frames of kinds that are not known yet are passed over. */
export function readFrame(text: string): DeviceFrame | undefined {
  const frame = objectIn(text)
  if (!frame) return undefined
  switch (frame.t) {
    case 'hello':
      return readHello(frame)
    case 'token':
      return isText(frame.access_token, 500) ? { t: 'token', accessToken: frame.access_token } : undefined
    case 'result':
      return isText(frame.id, 64)
        ? {
            t: 'result',
            id: frame.id,
            ok: frame.ok === true,
            data: frame.data,
            error: isText(frame.error, 1000) ? frame.error : '',
            refused: REFUSAL_KINDS.find((kind) => kind === frame.refused),
          }
        : undefined
    case 'progress': {
      const progress = readProgress(frame)
      return progress && { t: 'progress', progress }
    }
    case 'report':
      return readReport(frame)
    default:
      return typeof frame.t === 'string' ? { t: 'other' } : undefined
  }
}

function readHello(frame: Record<string, unknown>): DeviceFrame | undefined {
  const { protocol, agent_version, os_type, os_version, key, config_ver } = frame
  if (!Number.isSafeInteger(protocol) || !isText(agent_version, 50) || !isText(os_version, 100))
    return undefined
  if (typeof os_type !== 'string' || !OS_TYPES.includes(os_type) || !isText(key, 64)) return undefined
  const publicKey = Buffer.from(key, 'base64url')
  if (publicKey.length !== 32) return undefined
  const said = { agentVersion: agent_version, osType: os_type, osVersion: os_version, publicKey }
  const configVer = isText(config_ver, 64) ? config_ver : undefined
  return { t: 'hello', protocol: Number(protocol), said, configVer }
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && value.isWellFormed() && !value.includes('\0')

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

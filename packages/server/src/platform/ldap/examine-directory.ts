import type { DirectoryStep, DirectoryStepResult } from '@holdfast/api/accounts/auth-source-test'
import type { DirectoryReason } from '@holdfast/api/accounts/directory-reasons'
import { ApiError } from '../../errors.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { openConnection } from './connect.ts'
import { DirectoryError } from './directory-error.ts'
import { type Counted, signIn } from './open-directory.ts'
import { checkBaseDn, checkEndpoint, checkFilters, checkLogin, type DirectorySettings } from './settings.ts'

/** How far to go: what is not known yet is not tried. */
export type Depth = 'server' | 'login' | 'all'

const STEPS: readonly DirectoryStep[] = [
  'host',
  'connection',
  'certificate',
  'credentials',
  'base_dn',
  'filters',
]
/** What a reason is about, whenever it comes up; of the others, what was being tried. */
const STEP_OF: Partial<Record<DirectoryReason, DirectoryStep>> = {
  host_invalid: 'host',
  host_unknown: 'host',
  address_not_allowed: 'host',
  own_machine: 'host',
  not_encrypted: 'connection',
  port_not_allowed: 'connection',
  closed: 'connection',
  no_tls: 'connection',
  no_start_tls: 'connection',
  not_ldap: 'connection',
  encryption_required: 'connection',
  certificate_invalid: 'certificate',
  certificate_expired: 'certificate',
  certificate_other_host: 'certificate',
  certificate_untrusted: 'certificate',
  login_invalid: 'credentials',
  wrong_password: 'credentials',
  base_dn_invalid: 'base_dn',
  base_dn_missing: 'base_dn',
  user_filter_invalid: 'filters',
  group_filter_invalid: 'filters',
  attribute_invalid: 'filters',
}
const OF_PARAMETERS: Record<string, DirectoryReason> = {
  host: 'host_invalid',
  port: 'port_not_allowed',
  ca_certificate: 'certificate_invalid',
  login: 'login_invalid',
  base_dn: 'base_dn_invalid',
  user_filter: 'user_filter_invalid',
  group_filter: 'group_filter_invalid',
}

const NOTHING = { reason_code: null, detail: null, persons: null, groups: null, persons_incomplete: null }
const LAST = { server: 'certificate', login: 'credentials', all: 'filters' } as const satisfies Record<
  Depth,
  DirectoryStep
>

/** Tries settings until something fails or the signal ends it. Gives what was tried; nothing is kept. */
export async function examineDirectory(
  outbound: Outbound,
  settings: DirectorySettings,
  depth: Depth,
  signal: AbortSignal,
): Promise<DirectoryStepResult[]> {
  const way: Way = { depth, signal, at: undefined }
  const passed = (last: DirectoryStep) => stepsUntil(settings, last).map(passedStep)
  try {
    const counted = await goThrough(outbound, settings, way)
    return passed(LAST[depth]).map((one) => (one.step === 'filters' ? { ...one, ...counted } : one))
  } catch (error) {
    const { reason_code, detail } = failureOf(error, signal)
    const step = STEP_OF[reason_code] ?? way.at ?? 'host'
    // Before anybody was asked, nothing was found right either.
    const before = way.at === undefined ? [] : passed(step).filter((one) => one.step !== step)
    return [...before, { step, ok: false, ...NOTHING, reason_code, detail }]
  }
}

interface Way {
  depth: Depth
  signal: AbortSignal
  /** What is being tried; nothing before the server is asked. */
  at: DirectoryStep | undefined
}

async function goThrough(outbound: Outbound, settings: DirectorySettings, way: Way) {
  const { depth, signal } = way
  checkEndpoint(settings)
  way.at = 'connection'
  const socket = await openConnection(outbound, settings, signal)
  try {
    if (depth === 'server') return undefined
    way.at = 'credentials'
    checkLogin(settings)
    const directory = await signIn(socket, settings, signal)
    try {
      if (depth === 'login') return undefined
      way.at = 'base_dn'
      checkBaseDn(settings)
      await directory.checkBase()
      way.at = 'filters'
      await checkFilters(settings)
      return figuresOf(await directory.count())
    } finally {
      await directory.close()
    }
  } finally {
    socket.destroy()
  }
}

const figuresOf = ({ persons, groups, incomplete }: Counted) => ({
  persons,
  groups,
  persons_incomplete: incomplete,
})

const stepsUntil = ({ ssl, startTls }: DirectorySettings, last: DirectoryStep): DirectoryStep[] =>
  STEPS.slice(0, STEPS.indexOf(last) + 1).filter((step) => step !== 'certificate' || ssl || startTls)

const passedStep = (step: DirectoryStep): DirectoryStepResult => ({ step, ok: true, ...NOTHING })

function failureOf(error: unknown, signal: AbortSignal): { reason_code: DirectoryReason; detail: string } {
  if (error instanceof DirectoryError) {
    const { reason, why } = error.reason === 'lost' && signal.aborted ? new DirectoryError('slow') : error
    return { reason_code: reason, detail: why }
  }
  const reason = error instanceof ApiError && error.parameter ? reasonFor(error.parameter) : undefined
  if (!reason) throw error
  return { reason_code: reason, detail: (error as ApiError).message }
}

const reasonFor = (parameter: string): DirectoryReason | undefined =>
  OF_PARAMETERS[parameter] ?? (parameter.endsWith('_attribute') ? 'attribute_invalid' : undefined)

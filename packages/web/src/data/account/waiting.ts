import type { StoppedDevice } from '@holdfast/api/devices/fleet'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { type Alert, listAlerts } from '@holdfast/api/oversight/alerts'
import { listPersonReceivedSharelinks, type Sharelink } from '@holdfast/api/sharing/links'
import type { Invitation } from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import { usePerson } from '../files/places.ts'
import { type BrakedDevice, useBrakes } from '../history/brakes.ts'
import { call } from '../service/api.ts'
import { isAdministrator, ownOrganizationId, ownPersonId, type Session } from '../service/session.ts'
import { useInvitations } from '../sharing/invitations.ts'
import { useStoppedDevices } from './stopped-devices.ts'

/** What someone is notified of without asking. */
export interface Waiting {
  brakes: readonly BrakedDevice[]
  /** Own devices that stopped removing files. */
  stopped: readonly StoppedDevice[]
  invitations: readonly Invitation[]
  /** How much of the own space is used, where it is nearly all. */
  space: { used: number; quota: number } | undefined
  /** What needs an administrator. */
  alerts: readonly Alert[]
  /** What others have shared last, newest first. */
  shared: readonly Sharelink[]
  isPending: boolean
  error: unknown
  retry: () => void
}

const AGAIN = { staleTime: 60_000, refetchInterval: 5 * 60_000 }
/** Who is added to an older link stands further back: so many are looked through for the newest. */
const LOOKED_AT = 25
const FEW = 5
const NEARLY_FULL = 0.9

/** Grows with each time that something is shared with someone. */
export const sharedId = ({ subscribers }: Sharelink): number => subscribers[0]?.id ?? 0

export function useWaiting(session: Session): Waiting {
  const person = usePerson(session)
  const brakes = useBrakes()
  const stopped = useStoppedDevices()
  const invitations = useInvitations(true)
  const alerts = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) =>
      call(listAlerts, { organization_id: ownOrganizationId() as OrganizationId }, { signal }),
    enabled: isAdministrator(),
    ...AGAIN,
  })
  const shared = useQuery({
    queryKey: ['received', 'newest'],
    queryFn: ({ signal }) => {
      const params = {
        person_id: ownPersonId() as PersonId,
        page_size: LOOKED_AT,
        sort_order: 'desc' as const,
      }
      return call(listPersonReceivedSharelinks, params, { signal })
    },
    ...AGAIN,
  })
  const asked = [brakes, stopped, invitations, shared, ...(isAdministrator() ? [alerts] : [])]
  const { space_usage: used = 0, space_quota: quota = 0 } = person ?? {}
  return {
    brakes: brakes.data ?? [],
    stopped: stopped.data ?? [],
    invitations: invitations.data?.filter(({ status }) => status === 'invited') ?? [],
    space: quota > 0 && used >= quota * NEARLY_FULL ? { used, quota } : undefined,
    // Each brake is shown by itself.
    alerts: alerts.data?.results.filter(({ kind }) => kind !== 'brake') ?? [],
    shared: [...(shared.data?.results ?? [])].sort((a, b) => sharedId(b) - sharedId(a)).slice(0, FEW),
    isPending: asked.some((one) => one.isPending),
    error: asked.find((one) => one.isLoadingError)?.error,
    retry: () => {
      for (const one of asked) if (one.isLoadingError) void one.refetch()
    },
  }
}

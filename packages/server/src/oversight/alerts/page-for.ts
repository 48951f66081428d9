import type { OrganizationId } from '@holdfast/api/ids'
import type { Alert, AlertKind } from '@holdfast/api/oversight/alerts'

const PAGES: Record<AlertKind, string> = {
  // What one device has done has a page of its own: see `undoAddress`.
  brake: 'devices',
  space_quota: 'policies?section=limits',
  accounts_maximum: 'policies?section=limits',
  trial_ending: 'organization',
  license_ending: 'organization',
  directory_failed: 'directories',
  machines_unreachable: 'devices?view=unreachable',
  jobs_failed: 'system/jobs',
  mail_waiting: 'system/email',
  backup_failed: 'system/status',
  backup_overdue: 'system/status',
  retention_paused: 'system/status',
  backups_late: 'backups?view=late',
  sign_ins_blocked: 'people?view=locked',
  certificate_ending: 'system/status',
  links_public: 'links?public=true',
  webhook_failed: 'alert-rules',
  setup_open: '/welcome',
}

/** Where administrators resolve an alert, in the app; of one directory, on its page. */
export const pageOf = ({ kind, items, count }: Pick<Alert, 'kind' | 'items' | 'count'>, id: OrganizationId) =>
  pageFor(kind, id) + (kind === 'directory_failed' && count === 1 ? `/${items[0]?.id}` : '')

/** The same for all alerts of a kind. */
export function pageFor(kind: AlertKind, id: OrganizationId): string {
  const page = PAGES[kind]
  if (page.startsWith('/')) return page
  return isOfSystem(`/admin/${page}`) ? `/admin/${page}` : `/admin/${id}/${page}`
}

/** Pages of the installation are for system administrators. */
export const isOfSystem = (page: string): boolean => page === '/welcome' || page.startsWith('/admin/system/')

import type { Tx } from '../database.ts'
import { gramIndexOf } from '../gram-index/index-of.ts'
import { createActivity } from '../tables/activity.ts'
import { createAlertRules } from '../tables/alert-rules.ts'
import { createAlerts } from '../tables/alerts.ts'
import { createBrakes } from '../tables/brakes.ts'
import { createChannel } from '../tables/channel.ts'
import type { Columns } from '../tables/columns.ts'
import { createContent } from '../tables/content.ts'
import { createDevices } from '../tables/devices.ts'
import { createExports } from '../tables/exports.ts'
import { createFigures } from '../tables/figures.ts'
import { createFileRequests } from '../tables/file-requests.ts'
import { createFiles } from '../tables/files.ts'
import { createGroups } from '../tables/groups.ts'
import { createHistory } from '../tables/history.ts'
import { createInstallation } from '../tables/installation.ts'
import { createLinks } from '../tables/links.ts'
import { createMachines } from '../tables/machines.ts'
import { createNotices } from '../tables/notices.ts'
import { createOrganizations } from '../tables/organizations.ts'
import { createPeople } from '../tables/people.ts'
import { createPolicies } from '../tables/policies.ts'
import { createPreferences } from '../tables/preferences.ts'
import { createSignIn } from '../tables/sign-in.ts'
import { createTeamShares } from '../tables/team-shares.ts'
import { createUploads } from '../tables/uploads.ts'
import { createWebdav } from '../tables/webdav.ts'
import { createZips } from '../tables/zips.ts'

/** In the order in which tables refer to each other. */
const TABLES = [
  createInstallation,
  createOrganizations,
  createFigures,
  createPeople,
  createGroups,
  createMachines,
  createChannel,
  createSignIn,
  createActivity,
  createPolicies,
  createFiles,
  createContent,
  createHistory,
  createUploads,
  createZips,
  createWebdav,
  createLinks,
  createFileRequests,
  createTeamShares,
  createNotices,
  createPreferences,
  createBrakes,
  createAlerts,
  createAlertRules,
  createDevices,
  createExports,
]

export async function up(tx: Tx, columns: Columns): Promise<void> {
  for (const create of TABLES) await create(tx.schema, columns)
  await gramIndexOf(tx).create(tx)
}

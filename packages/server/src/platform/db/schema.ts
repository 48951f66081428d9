import type { ActivityTables } from './tables/activity.ts'
import type { AlertRuleTables } from './tables/alert-rules.ts'
import type { AlertTables } from './tables/alerts.ts'
import type { BrakeTables } from './tables/brakes.ts'
import type { ChannelTables } from './tables/channel.ts'
import type { ContentTables } from './tables/content.ts'
import type { DeviceTables } from './tables/devices.ts'
import type { ExportTables } from './tables/exports.ts'
import type { FigureTables } from './tables/figures.ts'
import type { FileRequestTables } from './tables/file-requests.ts'
import type { FileTables } from './tables/files.ts'
import type { GroupTables } from './tables/groups.ts'
import type { HistoryTables } from './tables/history.ts'
import type { InstallationTables } from './tables/installation.ts'
import type { LinkTables } from './tables/links.ts'
import type { MachineTables } from './tables/machines.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OrganizationTables } from './tables/organizations.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PolicyTables } from './tables/policies.ts'
import type { PreferenceTables } from './tables/preferences.ts'
import type { SignInTables } from './tables/sign-in.ts'
import type { TeamShareTables } from './tables/team-shares.ts'
import type { UploadTables } from './tables/uploads.ts'
import type { WebdavTables } from './tables/webdav.ts'
import type { ZipTables } from './tables/zips.ts'

/** All tables that queries know by their columns. The index of names has its own in `gram-index/`. */
export interface Schema
  extends InstallationTables,
    OrganizationTables,
    FigureTables,
    PeopleTables,
    GroupTables,
    MachineTables,
    ChannelTables,
    SignInTables,
    ActivityTables,
    PolicyTables,
    FileTables,
    ContentTables,
    HistoryTables,
    UploadTables,
    ZipTables,
    WebdavTables,
    LinkTables,
    FileRequestTables,
    TeamShareTables,
    NoticeTables,
    PreferenceTables,
    BrakeTables,
    AlertTables,
    AlertRuleTables,
    DeviceTables,
    ExportTables {}

import { type Language, locale } from '../words.ts'
import { activity as deActivity } from './de/activity.ts'
import { activityKinds as deActivityKinds } from './de/activity-kinds.ts'
import { alertRules as deAlertRules } from './de/alert-rules.ts'
import { appearance as deAppearance } from './de/appearance.ts'
import { apps as deApps } from './de/apps.ts'
import { backups as deBackups } from './de/backups.ts'
import { bulk as deBulk } from './de/bulk.ts'
import { closing as deClosing } from './de/closing.ts'
import { customers as deCustomers } from './de/customers.ts'
import { device as deDevice } from './de/device.ts'
import { devices as deDevices } from './de/devices.ts'
import { directories as deDirectories } from './de/directories.ts'
import { exports as deExports } from './de/exports.ts'
import { frame as deFrame } from './de/frame.ts'
import { groups as deGroups } from './de/groups.ts'
import { guests as deGuests } from './de/guests.ts'
import { links as deLinks } from './de/links.ts'
import { organization as deOrganization } from './de/organization.ts'
import { overview as deOverview } from './de/overview.ts'
import { people as dePeople } from './de/people.ts'
import { peopleImport as dePeopleImport } from './de/people-import.ts'
import { policies as dePolicies } from './de/policies.ts'
import { policyFields as dePolicyFields } from './de/policy-fields.ts'
import { shares as deShares } from './de/shares.ts'
import { system as deSystem } from './de/system.ts'
import { table as deTable } from './de/table.ts'
import { usage as deUsage } from './de/usage.ts'
import { welcome as deWelcome } from './de/welcome.ts'
import { activity } from './en/activity.ts'
import { activityKinds } from './en/activity-kinds.ts'
import { alertRules } from './en/alert-rules.ts'
import { appearance } from './en/appearance.ts'
import { apps } from './en/apps.ts'
import { backups } from './en/backups.ts'
import { bulk } from './en/bulk.ts'
import { closing } from './en/closing.ts'
import { customers } from './en/customers.ts'
import { device } from './en/device.ts'
import { devices } from './en/devices.ts'
import { directories } from './en/directories.ts'
import { exports } from './en/exports.ts'
import { frame } from './en/frame.ts'
import { groups } from './en/groups.ts'
import { guests } from './en/guests.ts'
import { links } from './en/links.ts'
import { organization } from './en/organization.ts'
import { overview } from './en/overview.ts'
import { people } from './en/people.ts'
import { peopleImport } from './en/people-import.ts'
import { policies } from './en/policies.ts'
import { policyFields } from './en/policy-fields.ts'
import { shares } from './en/shares.ts'
import { system } from './en/system.ts'
import { table } from './en/table.ts'
import { usage } from './en/usage.ts'
import { welcome } from './en/welcome.ts'

const en = {
  activityKinds,
  frame,
  table,
  bulk,
  people,
  peopleImport,
  guests,
  groups,
  overview,
  customers,
  device,
  devices,
  backups,
  closing,
  organization,
  shares,
  links,
  activity,
  exports,
  policies,
  policyFields,
  alertRules,
  system,
  appearance,
  usage,
  directories,
  apps,
  welcome,
}
const WORDS: Record<Language, typeof en> = {
  en,
  de: {
    activityKinds: deActivityKinds,
    frame: deFrame,
    table: deTable,
    bulk: deBulk,
    people: dePeople,
    peopleImport: dePeopleImport,
    guests: deGuests,
    groups: deGroups,
    overview: deOverview,
    customers: deCustomers,
    device: deDevice,
    devices: deDevices,
    backups: deBackups,
    closing: deClosing,
    organization: deOrganization,
    shares: deShares,
    links: deLinks,
    activity: deActivity,
    exports: deExports,
    policies: dePolicies,
    policyFields: dePolicyFields,
    alertRules: deAlertRules,
    system: deSystem,
    appearance: deAppearance,
    usage: deUsage,
    directories: deDirectories,
    apps: deApps,
    welcome: deWelcome,
  },
}

/** The words of the console, which only its visitors load. */
export const consoleWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en

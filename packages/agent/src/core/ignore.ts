import { AGENT_MARKER, AGENT_STAGING, nameKey } from '@holdfast/api/files/names'
import { isOwnerFile } from './owner-files.ts'

/** Folders of the agent itself, in each folder that it keeps. */
export const STAGING_FOLDER = AGENT_STAGING
export const MARKER_FILE = AGENT_MARKER

const NAMES = new Set([STAGING_FOLDER, MARKER_FILE, '.ds_store', 'thumbs.db', 'desktop.ini'])

/** How every name that is ignored begins or ends: most names are recognized by this alone. */
const MAY_BE = /^[.~td]|p$/i

/**
 * What is on a disk and is nobody's work: it is not sent, and a folder is not kept on the service for it. An item of the
 * service that has such a name is not for this device, and neither is what is in it: no listing would ever show it.
 */
export function isIgnored(rawName: string): boolean {
  if (!MAY_BE.test(rawName)) return false
  const name = nameKey(rawName)
  return NAMES.has(name) || name.endsWith('.tmp') || isOwnerFile(name)
}

import { isOwnerFile } from './owner-files.ts'

/** Folders of the agent itself, in each folder that it keeps. */
export const STAGING_FOLDER = '.holdfast-tmp'
export const MARKER_FILE = '.holdfast-root'

const NAMES = new Set([STAGING_FOLDER, MARKER_FILE, '.ds_store', 'thumbs.db', 'desktop.ini'])

/** What lies on a disk and is nobody's work: it is not sent, and a folder is not kept on the service for it. */
export function isIgnored(rawName: string): boolean {
  const name = rawName.toLowerCase()
  return NAMES.has(name) || name.endsWith('.tmp') || isOwnerFile(name)
}

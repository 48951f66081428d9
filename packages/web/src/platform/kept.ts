/** What the browser keeps for when the server cannot be reached (ADR 0079): the app and its worker know it by these names. */
/** All of it begins so. */
export const OURS = 'holdfast-'
export const LISTS = 'holdfast-lists-'
/** Files that other apps of the phone have shared, until somebody says where to. */
export const INBOX = 'holdfast-inbox'
/** Says which build of the app a page is the shell of; no other page has it. */
export const SHELL_HEADER = 'x-holdfast-shell'
export const UPLOAD_PATH = '/upload'
export const WORKER_PATH = '/worker.js'

/** Deletes what was kept of all accounts, or of all but one. A browser may have no such place. */
export async function forgetLists(but?: string): Promise<void> {
  try {
    for (const name of await caches.keys())
      if (name.startsWith(LISTS) && name !== but) await caches.delete(name)
  } catch {}
}

/** The queue of uploads of an account, in IndexedDB. */
export const uploadsOf = (account: number): string => `holdfast-uploads-${account}`

/** All who have it open let go of it; a tab with an older build of the app may not, and nobody waits for that. */
export const forgetUploads = (account: number): Promise<void> =>
  new Promise((resolve) => {
    try {
      const deleting = indexedDB.deleteDatabase(uploadsOf(account))
      deleting.onsuccess = deleting.onerror = deleting.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

export async function forgetInbox(): Promise<void> {
  try {
    await caches.delete(INBOX)
  } catch {}
}

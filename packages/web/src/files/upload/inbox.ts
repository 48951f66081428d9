import { forgetInbox, INBOX } from '../../platform/kept.ts'

/** Files that other apps have shared with this one, for the account that they wait for. Those of another are deleted. */
export async function readInbox(account: string): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(INBOX))) return []
  const inbox = await caches.open(INBOX)
  const files: File[] = []
  for (const request of await inbox.keys()) {
    const kept = await inbox.match(request)
    if (!kept) continue
    const { headers } = kept
    const whose = headers.get('x-for')
    if (whose && whose !== account) await inbox.delete(request)
    else files.push(await fileOf(kept, headers))
  }
  return files
}

async function fileOf(kept: Response, headers: Headers): Promise<File> {
  return new File([await kept.blob()], decodeURIComponent(headers.get('x-name') ?? ''), {
    type: headers.get('content-type') ?? '',
    lastModified: Number(headers.get('x-modified')),
  })
}

export const emptyInbox = forgetInbox

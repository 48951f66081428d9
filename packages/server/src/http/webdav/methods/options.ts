import type { Reply } from '../../exchange/server.ts'

export const ALLOWED_ON_FOLDERS = 'OPTIONS, PROPFIND, PROPPATCH, MKCOL, DELETE, COPY, MOVE, LOCK, UNLOCK'

/** What programs look at before anything else; it is the same everywhere, and tells nothing about anybody. */
export const OPTIONS_HEADERS = {
  dav: '1, 2, 3',
  'ms-author-via': 'DAV',
  allow: `GET, HEAD, PUT, ${ALLOWED_ON_FOLDERS}`,
  'accept-ranges': 'bytes',
} as const

export const options = (reply: Reply): Reply => reply.code(200).headers(OPTIONS_HEADERS).send('')

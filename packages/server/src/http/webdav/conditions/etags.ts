/** The same bytes have the same tag, in whatever file: nothing that is moved or renamed is downloaded again. */
export const etagOfContent = (content: Buffer): string => `"${content.toString('hex', 0, 16)}"`

/** A tag as it is, whatever a proxy that compressed the answer has made of it. */
export const bareEtag = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"|"$/g, '')
    .replace(/[-;](gzip|br|zstd|deflate)$/, '')

/** Whether a list of tags, or a star, is about something that has this tag or, with none, is not there. */
export function namesEtag(header: string, etag: string | undefined, isThere: boolean): boolean {
  if (header.trim() === '*') return isThere
  if (etag === undefined) return false
  const own = bareEtag(etag)
  return header.split(',').some((tag) => bareEtag(tag) === own)
}

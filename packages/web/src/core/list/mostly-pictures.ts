import { mayHaveThumbnail } from '@holdfast/api/files/file-kinds'

/** So few are seen as well in a list. */
const SOME = 4

/** Whether a folder says more by what its pictures show than by their names. */
export function isMostlyPictures(
  items: readonly ({ type: 'folder' } | { type: 'file'; name: string; size: number })[],
): boolean {
  const pictures = items.filter((item) => item.type === 'file' && mayHaveThumbnail(item)).length
  return pictures >= SOME && pictures * 2 > items.length
}

import { refuse } from '../../errors.ts'

/** From the top of a file system of any kind: `/srv`, `C:\Users`, `\\server\share`. */
const FROM_THE_TOP = /^(\/|[A-Za-z]:[\\/]|\\\\[^\\])/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/** A folder on a device. Whether it is there, and may be used, the device says. */
export function checkedPath(path: string): string {
  if (CONTROL.test(path)) refuse('path', 'control characters are not allowed')
  if (!FROM_THE_TOP.test(path)) refuse('path', 'expected: an absolute path such as /srv/files or C:\\Files')
  if (path.split(/[\\/]/).includes('..')) refuse('path', '.. is not allowed')
  let end = path.length
  while (end > 1 && (path[end - 1] === '/' || path[end - 1] === '\\')) end--
  const folder = path.slice(0, end)
  return /^[A-Za-z]:$/.test(folder) ? `${folder}\\` : folder
}

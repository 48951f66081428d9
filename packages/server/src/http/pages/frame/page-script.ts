import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtFolder } from './built.ts'

/** The text of a script of `pages/scripts`, as the build has left it for browsers. */
export const pageScript = (
  name: 'upload' | 'docs-search' | 'link-page' | 'show-password' | 'copy-command',
): string => readFileSync(path.join(builtFolder('pages'), `${name}.js`), 'utf8')

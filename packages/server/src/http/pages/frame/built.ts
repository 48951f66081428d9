import path from 'node:path'

/** Where a part that was built with the program is: beside the bundle, and in the same place when the sources run. */
export const builtFolder = (name: string): string =>
  path.basename(import.meta.dirname) === 'dist'
    ? path.join(import.meta.dirname, name)
    : path.resolve(import.meta.dirname, '../../../../../../dist', name)

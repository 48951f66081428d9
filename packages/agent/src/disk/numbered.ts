import path from 'node:path'

/** A name, and others like it. */
export function* numbered(name: string): Generator<string> {
  const { name: stem, ext } = path.posix.parse(name)
  yield name
  for (let number = 2; ; number++) yield `${stem} (${number})${ext}`
}

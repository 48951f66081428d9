import fastJsonStringify from 'fast-json-stringify'
import { serializable } from './serializable.ts'

type Write = (answer: unknown) => string

/** What writes the answers that a schema describes. Made when the first one is sent: most routes of a server wait long for that. */
export function writerOf({ schema }: { schema: unknown }): Write {
  let write: Write | undefined
  return (answer) => {
    write ??= madeFor(schema as object)
    return write(answer)
  }
}

/** Once in a process, however many routes and servers there are in it. */
const made = new WeakMap<object, Write>()

function madeFor(schema: object): Write {
  const write = made.get(schema) ?? (fastJsonStringify(serializable(schema)) as Write)
  made.set(schema, write)
  return write
}

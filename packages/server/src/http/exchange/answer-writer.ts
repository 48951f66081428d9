import fastJsonStringify from 'fast-json-stringify'

type Write = (answer: unknown) => string

/** What writes the answers of a route. Made when the first one is sent: most routes of a server wait long for that. */
export function writerOf({ schema }: { schema: unknown }): Write {
  let write: Write | undefined
  return (answer) => {
    write ??= fastJsonStringify(schema as fastJsonStringify.AnySchema) as Write
    return write(answer)
  }
}

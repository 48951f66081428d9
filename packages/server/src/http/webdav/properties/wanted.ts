import { refuseDav } from '../request/dav-error.ts'
import { childOf, elementsOf, nameOf, readXml } from '../xml/read-xml.ts'
import { DAV, nameIn } from '../xml/write-xml.ts'

/** What a PROPFIND asks for. */
export type Wanted =
  | { kind: 'named'; names: readonly string[] }
  /** All but those that must be asked for, and these. */
  | { kind: 'all'; names: readonly string[] }
  | { kind: 'names' }

const dav = (local: string) => nameIn(DAV, local)
/** Far more than any program asks for. */
const MAX_NAMES = 200

export function readWanted(body: string): Wanted {
  if (body.trim() === '') return { kind: 'all', names: [] }
  const asked = readXml(body)
  if (nameOf(asked) !== dav('propfind')) refuseDav(400, 'A PROPFIND has a propfind element.')
  const prop = childOf(asked, dav('prop'))
  const names = namesIn(prop)
  if (prop) return { kind: 'named', names }
  if (childOf(asked, dav('allprop'))) return { kind: 'all', names: namesIn(childOf(asked, dav('include'))) }
  if (childOf(asked, dav('propname'))) return { kind: 'names' }
  return refuseDav(400, 'A PROPFIND asks for prop, allprop or propname.')
}

function namesIn(parent: ReturnType<typeof childOf>): string[] {
  const names = [...new Set((parent ? elementsOf(parent) : []).map(nameOf))]
  return names.length > MAX_NAMES
    ? refuseDav(400, `A PROPFIND can ask for up to ${MAX_NAMES} properties.`)
    : names
}

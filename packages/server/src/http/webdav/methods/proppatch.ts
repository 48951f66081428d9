import type { Instant } from '@holdfast/api/time'
import { changeDraft } from '../../../files/webdav/drafts/change-draft.ts'
import { type Draft, type Found, isFolder } from '../../../files/webdav/places/find-place.ts'
import { changeProperties, type PropertyChange } from '../../../files/webdav/properties/change-properties.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks } from '../conditions/check-conditions.ts'
import { LIVE } from '../properties/live.ts'
import { MULTISTATUS, MULTISTATUS_END, propstat } from '../properties/response.ts'
import { hrefOf } from '../request/address.ts'
import { changeable, type DavCall, existing } from '../request/call.ts'
import { refuseDav } from '../request/dav-error.ts'
import { childOf, elementsOf, innerXml, nameOf, readXml, textOf, type XmlElement } from '../xml/read-xml.ts'
import { DAV, element, nameIn, XML_TYPE } from '../xml/write-xml.ts'

const dav = (local: string) => nameIn(DAV, local)
const WINDOWS = 'urn:schemas-microsoft-com:'

/** The names by which programs set the time of a file. */
const TIMES: ReadonlySet<string> = new Set([
  dav('getlastmodified'),
  nameIn(WINDOWS, 'Win32LastModifiedTime'),
  dav('lastmodified'),
])

/** Changes what a program keeps with an item, and the time of a file: all in the order of the request, or nothing. */
export async function proppatch(call: DavCall): Promise<Reply> {
  const body = await call.text()
  const place = changeable(await draftOrItem(call))
  const shown = await checkConditions(call)
  if (place.at === 'item') await checkLocks(call, shown, place)
  const { changes, modified, refused } = readChanges(body)
  const time = [...modified.values()].at(-1)
  // What is there for a moment has no room for what a program would keep with it.
  if (place.at === 'draft') for (const { name } of changes) if (!modified.has(name)) refused.add(name)
  const names = [...new Set([...changes.map(({ name }) => name), ...modified.keys(), ...refused])]
  if (refused.size === 0 && place.at === 'item')
    await changeProperties(call.ctx, call.who, place, changes, time)
  else if (refused.size === 0 && place.at === 'draft' && time !== undefined)
    await changeDraft(call.ctx, place, { modified_at: time })
  const of = (some: readonly string[]) => some.map((name) => element(name)).join('')
  const stats =
    refused.size === 0
      ? propstat(of(names), '200 OK')
      : propstat(of([...refused]), '403 Forbidden') +
        propstat(of(names.filter((name) => !refused.has(name))), '424 Failed Dependency')
  const href = hrefOf(call.names, isFolder(place))
  return call.reply
    .code(207)
    .header('content-type', XML_TYPE)
    .send(`${MULTISTATUS}<d:response><d:href>${href}</d:href>${stats}</d:response>${MULTISTATUS_END}`)
}

async function draftOrItem(call: DavCall): Promise<Draft | Found> {
  const place = await call.place
  return place.at === 'draft' ? place : existing(call)
}

interface Changes {
  changes: PropertyChange[]
  modified: Map<string, Instant>
  refused: Set<string>
}

function readChanges(body: string): Changes {
  const asked = readXml(body)
  if (nameOf(asked) !== dav('propertyupdate')) refuseDav(400, 'A PROPPATCH has a propertyupdate element.')
  const read: Changes = { changes: [], modified: new Map(), refused: new Set() }
  for (const step of elementsOf(asked)) {
    const isSet = nameOf(step) === dav('set')
    if (!isSet && nameOf(step) !== dav('remove')) continue
    const prop = childOf(step, dav('prop'))
    for (const property of prop ? elementsOf(prop) : []) readChange(read, property, isSet)
  }
  if (read.changes.length + read.modified.size + read.refused.size === 0)
    refuseDav(400, 'A PROPPATCH names at least one property.')
  return read
}

function readChange({ changes, modified, refused }: Changes, property: XmlElement, isSet: boolean): void {
  const name = nameOf(property)
  const time = isSet && TIMES.has(name) ? Date.parse(textOf(property).trim()) : Number.NaN
  if (time > 0) modified.set(name, Math.floor(time / 1000) * 1000)
  // What Windows keeps of its own is kept for it as it is.
  if (LIVE.has(name)) {
    if (!(time > 0)) refused.add(name)
  } else changes.push({ name, value: isSet ? innerXml(property) : undefined })
}

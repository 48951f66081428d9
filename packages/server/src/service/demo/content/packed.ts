import type { Instant } from '@holdfast/api/time'
import { Spool } from '../../../files/reading/zip/spool.ts'
import { writeZip } from '../../../files/reading/zip/zip-writer.ts'

export interface Packed {
  path: string
  content: Buffer
}

/** Small files as a zip. */
export async function zipOf(files: readonly Packed[], modified: Instant): Promise<Buffer> {
  // So little never leaves memory: the folder is not used.
  await using directory = new Spool('', '')
  const entries = async function* () {
    for (const { path, content } of files) yield { path, modified, size: content.length, content }
  }
  const pieces: Buffer[] = []
  for await (const piece of writeZip(entries(), directory)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Cell = string | number

/** A workbook with one sheet (ECMA-376). */
export function sheetOf(
  name: string,
  rows: readonly (readonly Cell[])[],
  modified: Instant,
): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation(`${DOCUMENT}/officeDocument`, 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${escaped(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation(`${DOCUMENT}/worksheet`, 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
  }
  const files = Object.entries(parts).map(([path, xml]) => ({ path, content: Buffer.from(XML + xml) }))
  return zipOf(files, modified)
}

const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`

const rowOf = (cells: readonly Cell[]): string => `<row>${cells.map(cellOf).join('')}</row>`
const cellOf = (cell: Cell): string =>
  typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

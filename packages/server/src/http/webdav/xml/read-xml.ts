import { SaxesParser } from 'saxes'
import { DavError } from '../request/dav-error.ts'
import { escapeXml, nameIn } from './write-xml.ts'

export interface XmlElement {
  uri: string
  local: string
  attributes: readonly { uri: string; local: string; value: string }[]
  children: (XmlElement | string)[]
}

/** Requests of programs have four levels and some dozens of elements. */
const MAX_DEPTH = 64
const MAX_ELEMENTS = 10_000

/** Reads the body of a request. Declarations of types are refused: they can make a text of any length out of a short one. */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let top: XmlElement | undefined
  let count = 0
  parser.on('error', malformed)
  parser.on('doctype', malformed)
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (++count > MAX_ELEMENTS || open.length >= MAX_DEPTH) malformed()
    const element: XmlElement = {
      uri,
      local,
      attributes: Object.values(attributes).filter(
        ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
      ),
      children: [],
    }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else top = element
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  const addText = (piece: string) => open.at(-1)?.children.push(piece)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  return top ?? malformed()
}

const malformed = (): never => {
  throw new DavError(400, 'The XML of the request cannot be read.')
}

export const nameOf = ({ uri, local }: XmlElement): string => nameIn(uri, local)

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string')

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  elementsOf(element).find((child) => nameOf(child) === name)

export const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** What is in an element, as XML that means the same wherever it is put. */
export const innerXml = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? escapeXml(child) : outerXml(child))).join('')

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

function outerXml(element: XmlElement): string {
  const attributes = element.attributes.map(({ uri, local, value }, n) => {
    const text = escapeXml(value)
    if (uri === '') return ` ${local}="${text}"`
    if (uri === XML_NAMESPACE) return ` xml:${local}="${text}"`
    return ` xmlns:a${n}="${escapeXml(uri)}" a${n}:${local}="${text}"`
  })
  const inner = innerXml(element)
  const start = `<${element.local} xmlns="${escapeXml(element.uri)}"${attributes.join('')}`
  return inner === '' ? `${start}/>` : `${start}>${inner}</${element.local}>`
}

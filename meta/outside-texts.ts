import { type Node, parse } from 'acorn'
import { transformSync } from 'esbuild'

/** What people read beside what stands between tags. */
const SPOKEN = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'label']
const LETTERS = /\p{L}{2}/u
/** What begins like a sentence, or has three words: no class, key or address. */
const SENTENCE = /^\p{Lu}\p{Ll}*[ ,.:…!?]|\p{L}{2,} \p{L}{2,} \p{L}{2,}/u
/** What is thrown or logged is for those who run or repair the program; what programs are answered is English. */
const FOR_DEVELOPERS = /^(fail|.*Error|DOMException|warn|error|info|debug)$/
const FOR_PROGRAMS = 'error_description'
/** The name of the program is the same in every language. */
const NAME = 'Holdfast'

/** Parsed by acorn: every member may be looked for in every node. */
type Any = Node & Record<string, unknown>
const isNode = (value: unknown): value is Any =>
  typeof value === 'object' && value !== null && 'type' in value

function* childrenOf(node: Any): Generator<Any> {
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield one
}

const nameOf = (callee: unknown): string => {
  if (!isNode(callee)) return ''
  return String(callee.type === 'MemberExpression' ? nameOf(callee.property) : (callee.name ?? ''))
}

/** The texts that a value can be, as far as they stand there. */
function* literalsIn(node: unknown): Generator<string> {
  if (!isNode(node)) return
  if (node.type === 'Literal' && typeof node.value === 'string') yield node.value
  else if (node.type === 'TemplateLiteral') yield textOf(node)
  else if (node.type === 'ConditionalExpression')
    for (const branch of [node.consequent, node.alternate]) yield* literalsIn(branch)
  else if (node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node.operator === '+'))
    for (const side of node.operator === '&&' ? [node.right] : [node.left, node.right])
      yield* literalsIn(side)
  else if (node.type === 'ArrayExpression')
    for (const element of node.elements as unknown[]) yield* literalsIn(element)
}

/** Of a template, with a sign for each value in it. */
const textOf = ({ quasis }: Any): string =>
  (quasis as { value: { cooked?: string } }[]).map(({ value }) => value.cooked ?? '').join('\0')

/** What stands in markup for people. */
export function* textsInMarkup(markup: string): Generator<string> {
  const plain = markup.replace(/<(style|script)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs, '')
  const spoken = new RegExp(`\\s(?:${SPOKEN.join('|')})="([^"]*)"`, 'g')
  for (const [, text = ''] of plain.matchAll(spoken)) if (LETTERS.test(text)) yield text
  for (const text of plain.replace(/<[a-z!/][^>]*(>|$)/gi, '\n').split(/[\n\0]/))
    if (LETTERS.test(text.replace(/&\w+;/g, ''))) yield text.trim()
}

const propertiesOf = (node: unknown): [string, unknown][] =>
  isNode(node) && node.type === 'ObjectExpression'
    ? (node.properties as Any[]).flatMap(({ key, value }) =>
        isNode(key) ? [[String(key.name ?? key.value), value] as [string, unknown]] : [],
      )
    : []

/** What elements are given to show, in what JSX becomes. */
function* textsInElement(node: Any): Generator<string> {
  const [, given] = node.arguments as unknown[]
  for (const [name, value] of propertiesOf(given))
    if (name === 'children' || SPOKEN.includes(name))
      for (const text of literalsIn(value)) if (LETTERS.test(text)) yield text
}

function* textsIn(node: Any): Generator<string> {
  if (node.type === 'Property' && nameOf(node.key) === FOR_PROGRAMS) return
  if (['CallExpression', 'NewExpression'].includes(node.type)) {
    if (FOR_DEVELOPERS.test(nameOf(node.callee))) return
    if (/^jsxs?(DEV)?$/.test(nameOf(node.callee))) yield* textsInElement(node)
  }
  if (node.type === 'TemplateLiteral' && /<[a-z!][^>]*>/i.test(textOf(node)))
    yield* textsInMarkup(textOf(node))
  else for (const text of literalsIn(node)) if (SENTENCE.test(text)) yield text
  for (const child of childrenOf(node)) yield* textsIn(child)
}

/** Every text in code that people would read. */
export function textsInCode(code: string, loader: 'ts' | 'tsx'): string[] {
  const { code: plain } = transformSync(code, { loader, jsx: 'automatic', target: 'esnext' })
  const tree: Node = parse(plain, { ecmaVersion: 'latest', sourceType: 'module' })
  return [...new Set(textsIn(tree as Any))].filter((text) => text !== NAME)
}

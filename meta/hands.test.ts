import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { isPart, lineOf, nameOf, type Part, read, visit } from './syntax.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What Playwright does by script where a person has only a keyboard and a mouse. */
const BY_SCRIPT = /^(fill|clear|focus|blur|pressSequentially|setInputFiles|dispatchEvent)$/
/** Fine for the keyboard itself; a locator gives itself the focus first. */
const OF_KEYBOARD = /^(press|type)$/
/** Programs that a journey runs in the page are texts. */
const IN_TEXT = /\.(focus|blur|click|select|showModal)\(|\.(value|checked)\s*=[^=]|\bdispatchEvent\(/

function isByScript({ type, callee, value, arguments: given }: Part): boolean {
  if (type === 'Literal') return typeof value === 'string' && IN_TEXT.test(value)
  if (type === 'TemplateElement') return IN_TEXT.test((value as { raw: string }).raw)
  if (type !== 'CallExpression' || !isPart(callee) || callee.type !== 'MemberExpression') return false
  const [name, object] = [nameOf(callee.property), callee.object]
  if (BY_SCRIPT.test(name)) return true
  const owner = nameOf(object) || (isPart(object) ? nameOf(object.property) : '')
  // Without anything to type it is what kind of message something is.
  return OF_KEYBOARD.test(name) && owner !== 'keyboard' && (given as unknown[]).length > 0
}

/** The lines on which a journey does what no hand can do. */
function scriptedIn(code: string): number[] {
  const lines = new Set<number>()
  visit(read(code), (part) => isByScript(part) && lines.add(lineOf(part)))
  return [...lines]
}

describe('journeys', () => {
  it('use the keyboard and the mouse alone', () => {
    const files = globSync('packages/web/journeys/**/*.ts', { cwd: ROOT }).sort()
    assert.ok(files.length > 15)
    const scripted = files.flatMap((file) =>
      scriptedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
    )
    assert.deepEqual(scripted, [], 'type and click as people do: see journeys/hands.ts')
  })
})

describe('the check on hands', () => {
  it('finds each way around them', () => {
    const ways = [
      "await page.getByLabel('Name').fill('Plans')",
      'await field.clear()',
      "await page.getByRole('grid').focus()",
      "await field.pressSequentially('Plans')",
      "await field.type('Plans')",
      "await page.getByRole('slider').press('ArrowLeft')",
      "await page.press('input', 'Enter')",
      'await input.setInputFiles([file])',
      "await row.dispatchEvent('click')",
      'await page.evaluate(\'document.querySelector("input").focus()\')',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is read
      "await page.evaluate(`${FIELD}.value = 'Plans'`)",
      "const CHOSEN = 'box.checked = true'",
    ]
    assert.deepEqual(
      scriptedIn(ways.join('\n')),
      ways.map((_, n) => n + 1),
    )
  })

  it('lets hands do their work', () => {
    const code = `await page.keyboard.press('Enter')
      await keyboard.type('Plans')
      await field.click()
      await typeInto(field, 'Plans')
      await press('l')
      const isSo = await page.evaluate('document.activeElement.value === "Plans"')`
    assert.deepEqual(scriptedIn(code), [])
  })
})

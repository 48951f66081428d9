import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { textsInCode } from './outside-texts.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** All that shows something to people, by what has the words for it. */
const SHOWN: Record<string, readonly string[]> = {
  'packages/web/src/messages': ['packages/web/src/**/*.{ts,tsx}'],
  'packages/agent/window/words.ts': ['packages/agent/window/*.ts'],
  'packages/agent/src/net/sign-in-words.ts': [
    'packages/agent/src/net/sign-in.ts',
    'packages/agent/src/service/page/page-text.ts',
  ],
  'packages/server/src/platform/messages': [
    'packages/server/src/http/pages/**/*.ts',
    'packages/server/src/platform/mail/{letter,templates}.ts',
  ],
}

/** What has no words for people, or English ones for all of them. */
const LEFT_OUT: Record<string, RegExp> = {
  'documentation is in English':
    /^packages\/server\/src\/http\/pages\/(docs\/|manual\/|scripts\/(docs-|find-in-docs))/,
  'a style sheet': /^packages\/server\/src\/http\/pages\/\w+\/([\w-]+-style|look)\.ts$/,
  'keys by the names that browsers have for them': /^packages\/web\/src\/core\/keys\/shortcuts\.ts$/,
}
const isLeftOut = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || Object.values(LEFT_OUT).some((pattern) => pattern.test(file))

const loaderOf = (file: string) => (file.endsWith('.tsx') ? 'tsx' : 'ts')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

describe('texts for people', () => {
  for (const [catalogue, patterns] of Object.entries(SHOWN))
    it(`stand in ${catalogue}, and in no other file that shows them`, () => {
      const files = globSync([...patterns], { cwd: ROOT }).filter(
        (file) => !file.startsWith(catalogue) && !isLeftOut(file),
      )
      assert.ok(files.length > 0)
      const found = files.flatMap((file) =>
        textsInCode(read(file), loaderOf(file)).map((text) => `${file}: ${text}`),
      )
      assert.deepEqual(found, [])
    })

  for (const [where, code, text] of [
    ['between tags', 'const a = <p>Try again</p>', 'Try again'],
    ['in one of two branches', "const a = <p>{b ? 'yes' : t.no}</p>", 'yes'],
    ['beside a value', 'const a = <p>{n} files</p>', ' files'],
    ['in an attribute', '<input placeholder="Search" />', 'Search'],
    ['in a label that is built', `<button aria-label={\`Delete \${name}\`} />`, 'Delete \0'],
    ['in a property', "const page = { title: 'Your files are safe.' }", 'Your files are safe.'],
    ['in markup', 'html`<h1>Welcome</h1>`', 'Welcome'],
    ['in an attribute of markup', `html\`<nav aria-label="Pages">\${a}</nav>\``, 'Pages'],
    ['beside a value in markup', `html\`<p>Signed in as <bdi>\${name}</bdi></p>\``, 'Signed in as'],
    ['in an email', `const mail = \`<p>Hello \${name}</p>\``, 'Hello'],
    ['in what an element is given', "element('p', 'Nothing is synced yet.')", 'Nothing is synced yet.'],
  ] as const)
    it(`are found ${where}`, () => assert.deepEqual(textsInCode(code, 'tsx'), [text]))

  it('are not what only programs and developers read', () => {
    const code = `
      if (key === 'Escape') throw new Error('This cannot be: it is a bug.')
      fail('forbidden', 'This form was sent by another site.')
      const answer = { error_description: 'The person did not allow it.' }
      const page = html\`<div class="wide box">\${t.words}<code>\${a}</code></div><style>a { color: red }</style>\`
      const part = <p className="wide box" data-kind="some thing">{t.words}</p>`
    assert.deepEqual(textsInCode(code, 'tsx'), [])
  })
})

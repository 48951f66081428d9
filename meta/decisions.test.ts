import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const FOLDER = path.resolve(import.meta.dirname, '../docs/adr')
const MAX_LINES = 40
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8')
const FILES = globSync('[0-9]*.md', { cwd: FOLDER }).sort()

/** What a status says, and what the other decision must say in return. */
const REPLIES: Record<string, string> = {
  'superseded by': 'supersedes',
  'amended by': 'amends',
  supersedes: 'superseded by',
  amends: 'amended by',
}
const HEAD = /^# (\d{4}) (\S.*)\n\n(\d{4}-[01]\d-[0-3]\d) · (\S.*)\n\n## Context\n/
const LINK = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const LINKS = `${LINK}(?:, ${LINK})*`
const STATUS = new RegExp(
  `^(accepted|superseded by ${LINK})( · amended by ${LINKS})?( · supersedes ${LINKS})?( · amends ${LINKS})?$`,
)

interface Decision {
  file: string
  number: string
  title: string
  relations: { says: string; number: string; file: string }[]
}

const isLater = (says: string): boolean => says.endsWith(' by')

function relationsOf(status: string): Decision['relations'] {
  return status.split(' · ').flatMap((part) => {
    const says = Object.keys(REPLIES).find((words) => part.startsWith(`${words} `))
    const links = [...part.matchAll(/\[(\d{4})\]\(([^)]+)\)/g)]
    return says ? links.map(([, number = '', file = '']) => ({ says, number, file })) : []
  })
}

/** The line of the index that a decision must have. */
function indexLine({ number, title, file, relations }: Decision): string {
  const notes = ['superseded by', 'amended by'].flatMap((words) => {
    const numbers = relations.filter(({ says }) => says === words).map((relation) => relation.number)
    return numbers.length > 0 ? [` · ${words} ${numbers.join(', ')}`] : []
  })
  return `- ${number} [${title}](${file})${notes.join('')}`
}

/** What is wrong with decisions, by the names of their files, and with the index of them. */
function faultsOf(pages: Record<string, string>, index: string): string[] {
  const faults: string[] = []
  const decisions = new Map<string, Decision>()
  for (const [file, text] of Object.entries(pages)) {
    const [, number = '', title = '', , status = ''] = HEAD.exec(text) ?? []
    if (number === '') faults.push(`${file}: no number, title, date and status at its top`)
    else if (!STATUS.test(status)) faults.push(`${file}: unknown status "${status}"`)
    if (number !== '' && !file.startsWith(`${number}-`)) faults.push(`${file}: its number is ${number}`)
    decisions.set(file, { file, number, title, relations: relationsOf(status) })
  }
  for (const { file, number, relations } of decisions.values())
    for (const { says, ...to } of relations) {
      const other = decisions.get(to.file)
      const answers = other?.relations.some((back) => back.says === REPLIES[says] && back.file === file)
      if (!other || !to.file.startsWith(`${to.number}-`))
        faults.push(`${file}: ${says} ${to.number}, which is not ${to.file}`)
      else if (!answers) faults.push(`${file}: ${says} ${to.number}, which does not point back`)
      if (isLater(says) !== to.number > number)
        faults.push(`${file}: ${says} ${to.number}, in the wrong order`)
    }
  const expected = [...decisions.values()].map(indexLine).sort()
  const lines = index.split('\n').filter((line) => line.startsWith('- '))
  for (const line of expected)
    if (lines.filter((other) => other === line).length !== 1) faults.push(`index: not once: ${line}`)
  for (const line of lines) if (!expected.includes(line)) faults.push(`index: unknown: ${line}`)
  return faults
}

describe('the decisions', () => {
  it('have date, status and a line in the index, and point at each other both ways', () => {
    const pages = Object.fromEntries(FILES.map((file) => [file, read(file)]))
    assert.deepEqual(faultsOf(pages, read('README.md')), [])
  })

  it('are numbered without gaps', () => {
    assert.deepEqual(
      FILES.map((file) => Number(file.slice(0, 4))),
      FILES.map((_, index) => index + 1),
    )
  })

  for (const file of FILES)
    it(`${file} is short and has its three parts`, () => {
      const text = read(file)
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      assert.deepEqual(headings, ['Context', 'Decision', 'Consequences'])
      const counted = text.slice(text.indexOf('## Context')).replaceAll(/^```.*?^```\n/gms, '')
      assert.ok(counted.trimEnd().split('\n').length <= MAX_LINES)
    })
})

describe('decisions with faults', () => {
  const page = (title: string, status: string): string => `# ${title}\n\n${status}\n\n## Context\n`
  const PAGES = {
    '0001-red.md': page('0001 Red', '2027-01-01 · accepted · amended by [0003](0003-thin.md)'),
    '0002-wide.md': page('0002 Wide', '2027-01-02 · superseded by [0003](0003-thin.md)'),
    '0003-thin.md': page(
      '0003 Thin',
      '2027-01-03 · accepted · supersedes [0002](0002-wide.md) · amends [0001](0001-red.md)',
    ),
  }
  const INDEX = `- 0001 [Red](0001-red.md) · amended by 0003
- 0002 [Wide](0002-wide.md) · superseded by 0003

- 0003 [Thin](0003-thin.md)
`
  const faults = (changed: Record<string, string>, index = INDEX) => faultsOf({ ...PAGES, ...changed }, index)
  const hasFault = (found: string[], fault: RegExp) =>
    assert.ok(
      found.some((words) => fault.test(words)),
      found.join('\n'),
    )

  it('are told from those without', () => assert.deepEqual(faults({}), []))

  it('are found by date, status and number', () => {
    hasFault(faults({ '0001-red.md': page('0001 Red', 'accepted') }), /0001-red.md: no number, title, date/)
    hasFault(faults({ '0001-red.md': page('0001 Red', '2027-01-01 · liked') }), /unknown status "liked"/)
    hasFault(faults({ '0001-red.md': page('0004 Red', '2027-01-01 · accepted') }), /its number is 0004/)
  })

  it('are found by decisions that they name', () => {
    hasFault(
      faults({ '0002-wide.md': page('0002 Wide', '2027-01-02 · superseded by [0004](0004-none.md)') }),
      /0002-wide.md: superseded by 0004, which is not 0004-none.md/,
    )
    hasFault(
      faults({ '0002-wide.md': page('0002 Wide', '2027-01-02 · superseded by [0004](0003-thin.md)') }),
      /superseded by 0004, which is not 0003-thin.md/,
    )
    hasFault(
      faults({ '0003-thin.md': page('0003 Thin', '2027-01-03 · accepted · amends [0001](0001-red.md)') }),
      /0002-wide.md: superseded by 0003, which does not point back/,
    )
    hasFault(
      faults({ '0002-wide.md': page('0002 Wide', '2027-01-02 · accepted') }),
      /0003-thin.md: supersedes 0002, which does not point back/,
    )
    hasFault(
      faults({ '0001-red.md': page('0001 Red', '2027-01-01 · accepted · amends [0003](0003-thin.md)') }),
      /0001-red.md: amends 0003, in the wrong order/,
    )
  })

  it('are found by the index', () => {
    const [first = '', ...rest] = INDEX.split('\n')
    hasFault(faults({}, rest.join('\n')), /index: not once: - 0001/)
    hasFault(faults({}, `${first}\n${INDEX}`), /index: not once: - 0001/)
    hasFault(faults({}, INDEX.replace(' · amended by 0003', '')), /index: not once: - 0001/)
    hasFault(faults({}, `${INDEX}- 0004 [Blue](0004-blue.md)\n`), /index: unknown: - 0004/)
  })
})

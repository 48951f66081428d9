import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { RunningClock } from '@holdfast/server/testkit/servers/clock'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld, type World } from '@holdfast/server/testkit/servers/world'

const DOCS = path.resolve(import.meta.dirname, '../docs')
/** Pages whose examples run as they stand, each from its beginning to its end. */
const PAGES = [
  'files',
  'history',
  'live-changes',
  'notices',
  'reach',
  'search',
  'sharing',
  'transfers',
  'uploads',
  'webdav',
]

/** Commands, and what the page says that comes of them: lines that begin with `# →`. */
interface Example {
  commands: string
  answers: string[]
}

function examplesOf(text: string): Example[] {
  const examples: Example[] = []
  for (const [, block = ''] of text.matchAll(/^```bash\n(.*?)^```/gms)) {
    let example: Example = { commands: '', answers: [] }
    for (const line of block.trimEnd().split('\n')) {
      const answer = /^# → (.*)$/.exec(line)?.[1]
      if (answer === undefined && example.answers.length > 0) {
        examples.push(example)
        example = { commands: '', answers: [] }
      }
      if (answer === undefined) example.commands += `${line}\n`
      else example.answers.push(answer)
    }
    examples.push(example)
  }
  return examples
}

// The status of each answer goes where the errors go. One shell for all: each example goes on from those before it.
const SCRIPT_HEAD = `set -euo pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
curl() { command curl -sS -w '%{stderr}status %{http_code}\\n' "$@"; }
`

/** Runs the examples of a page as someone with two roots. */
async function run(world: World, examples: readonly Example[], folder: string): Promise<void> {
  const organizationId = await world.organization({ user_rollback: true })
  const [ann, other] = [await world.person({ organizationId }), await world.person({ organizationId })]
  await world.changeRoot(other.rootId, { person_id: ann.id })
  const parts = examples.map(({ commands }, n) => `{\n${commands}} > ../said/${n}.out 2> ../said/${n}.err\n`)
  for (const name of ['said', 'work']) await mkdir(path.join(folder, name))
  // What went wrong is looked for in what was said.
  await promisify(execFile)('bash', ['-c', SCRIPT_HEAD + parts.join('')], {
    cwd: path.join(folder, 'work'),
    env: {
      PATH: environment('PATH'),
      CURL_CA_BUNDLE: environment('TESTKIT_TLS_CERT'),
      URL: world.url,
      NAME: ann.email,
      PASSWORD: (await ann.call(createAppPassword, { person_id: ann.id, name: 'curl' })).password,
      TOKEN: ann.session?.accessToken ?? '',
      ORGANIZATION: String(organizationId),
      PERSON: String(ann.id),
      ROOT: String(ann.rootId),
      OTHER: String(other.rootId),
    },
  }).catch(() => undefined)
}

async function check({ commands, answers }: Example, said: (end: string) => Promise<string>): Promise<void> {
  const out = await said('out')
  const err = await said('err')
  const about = `${commands}${out}\n${err}`
  const statuses = [...err.matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status))
  const refused = answers.map((answer) => Number(/^[345]\d\d\b/.exec(answer)?.[0])).find(Number.isFinite)
  if (refused) assert.equal(statuses.pop(), refused, about)
  assert.ok(
    statuses.every((status) => status < 300),
    about,
  )
  assert.doesNotMatch(err, /^failed: /m, about)
  let lines = out.split('\n')
  for (const answer of answers.map((text) => text.replace(/^[345]\d\d ?/, '')).filter(Boolean)) {
    if (answer.startsWith('{')) {
      // Answers follow each other without a break; the last one is meant.
      assertHolds(JSON.parse(out.slice(out.lastIndexOf('}{') + 1)), fromText(answer), about)
      continue
    }
    const found = lines.findIndex((line) => fits(line, answer))
    assert.ok(found >= 0, `${about}\nnot: ${answer}`)
    lines = lines.slice(found + 1)
  }
}

/** Stands for any value and, at the end of an object or a list, for all that is there beside. */
const REST = '…'
const fromText = (text: string): unknown =>
  JSON.parse(
    text.replaceAll(/(?<=[{,]\s*)…(?=\s*\})/g, `"${REST}":0`).replaceAll(/(?<!")…(?!")/g, `"${REST}"`),
  )

function assertHolds(actual: unknown, said: unknown, about: string): void {
  if (said === REST) return
  if (typeof said !== 'object' || said === null) {
    assert.deepEqual(actual, said, about)
    return
  }
  assert.ok(typeof actual === 'object' && actual !== null, about)
  const partly = REST in said || (Array.isArray(said) && said.at(-1) === REST)
  const keys = Object.keys(said).filter((key) => key !== REST)
  if (!partly) assert.deepEqual(Object.keys(actual).toSorted(), keys.toSorted(), about)
  for (const key of keys) assertHolds(actual[key as never], said[key as never], about)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const fits = (line: string, answer: string): boolean =>
  new RegExp(`^${answer.split(REST).map(escaped).join('.*')}$`).test(line)

// What they show does not depend on the database.
for (const stack of STACKS.slice(0, rounds(1, STACKS.length)))
  describe(`the pages' examples, on ${stack.name}`, () => {
    const world = useWorld(stack, { clock: new RunningClock() })

    for (const page of PAGES)
      it(`of ${page}.md do what it says`, async () => {
        const text = await readFile(path.join(DOCS, `${page}.md`), 'utf8')
        const examples = examplesOf(text)
        assert.ok(examples.some(({ answers }) => answers.length > 0))
        // One that is not in such a block would not be run.
        const calls = (some: string) => some.match(/\bcurl -/g)?.length
        assert.equal(calls(examples.map(({ commands }) => commands).join('')), calls(text))
        const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-examples-'))
        try {
          await run(world, examples, folder)
          for (const [n, example] of examples.entries())
            await check(example, (end) =>
              readFile(path.join(folder, 'said', `${n}.${end}`), 'utf8').catch(
                () => 'failed: it was not run',
              ),
            )
        } finally {
          await rm(folder, { recursive: true })
        }
      })
  })

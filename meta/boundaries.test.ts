import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'

const SCRIPT = path.resolve(import.meta.dirname, '../scripts/boundaries.mjs')

type Tree = Record<string, string[]>

const MANIFESTS = {
  'package.json': { devDependencies: { typescript: '1' } },
  'packages/api/package.json': {
    name: '@holdfast/api',
    exports: { './*': './src/*.ts' },
    dependencies: { typebox: '1' },
  },
  'packages/server/package.json': {
    name: '@holdfast/server',
    exports: { './testkit/*': './testkit/*.ts' },
    dependencies: {
      '@aws-sdk/client-s3': '1',
      fastify: '1',
      kysely: '1',
      ldapts: '1',
      nodemailer: '1',
      pg: '1',
    },
  },
  'packages/web/package.json': { name: '@holdfast/web' },
}

/** Each file and its import lines; all that the rules allow, as near to what they forbid as can be. */
const CLEAN: Tree = {
  'packages/api/src/errors.ts': ["import { Type } from 'typebox'"],
  'packages/api/src/client.ts': ["import { ERRORS } from './errors.ts'"],
  'packages/api/src/errors.test.ts': ["import assert from 'node:assert/strict'", "import './errors.ts'"],
  'packages/server/src/main.ts': ["import { buildApp } from './app.ts'"],
  'packages/server/src/app.ts': [
    "import fastify from 'fastify'",
    "import { routes } from './files/routes.ts'",
  ],
  'packages/server/src/http/server.ts': ["import type { FastifyInstance } from 'fastify'"],
  'packages/server/src/files/routes.ts': [
    "import type { App } from '../http/server.ts'",
    "import { upload } from './upload-file.ts'",
  ],
  'packages/server/src/files/upload-file.ts': [
    "import { ERRORS } from '@holdfast/api/errors'",
    "import { readFile } from 'node:fs/promises'",
    "import type { Kysely } from 'kysely'",
    "import { insertFile } from './queries.ts'",
  ],
  'packages/server/src/files/queries.ts': ["import { sql } from 'kysely'"],
  'packages/server/src/files/upload-file.test.ts': [
    "import { startWorld } from '@holdfast/server/testkit/world'",
    "import { api } from '@holdfast/api/client'",
  ],
  'packages/server/src/db/postgres.ts': ["import pg from 'pg'", "import { sql } from 'kysely'"],
  'packages/server/src/blobs/s3.ts': ["import { S3Client } from '@aws-sdk/client-s3'"],
  'packages/server/src/mail/smtp.ts': ["import { createTransport } from 'nodemailer'"],
  'packages/server/src/directories/connect.ts': ["import { Client } from 'ldapts'"],
  'packages/server/testkit/world.ts': [
    "import pg from 'pg'",
    "import { buildApp } from '../src/app.ts'",
    "import { api } from '@holdfast/api/client'",
  ],
  'packages/web/src/page.test.ts': [
    "import '@holdfast/server/testkit/world'",
    "import '@holdfast/api/client'",
  ],
}

/** Rule, file that breaks it, and the line it does it by. */
const BREACHES: [rule: string, file: string, line: string][] = [
  ['no-cycles', 'packages/server/src/files/queries.ts', "import { upload } from './upload-file.ts'"],
  ['no-cycles', 'packages/server/src/app.ts', "import type { Stop } from './main.ts'"],
  ['operations-know-no-http', 'packages/server/src/shares/a.ts', "import { App } from '../http/server.ts'"],
  [
    'operations-know-no-http',
    'packages/server/src/shares/b.ts',
    "import type { FastifyReply } from 'fastify'",
  ],
  ['routes-belong-to-the-app', 'packages/server/src/main.ts', "import { routes } from './files/routes.ts'"],
  ['database-drivers-stay-in-db', 'packages/server/src/files/queries.ts', "import pg from 'pg'"],
  ['s3-stays-in-blobs', 'packages/server/src/shares/c.ts', "const s3 = await import('@aws-sdk/client-s3')"],
  ['smtp-stays-in-mail', 'packages/server/src/jobs/a.ts', "import { createTransport } from 'nodemailer'"],
  ['ldap-stays-in-directories', 'packages/server/src/people/b.ts', "import { Client } from 'ldapts'"],
  ['sql-stays-in-queries', 'packages/server/src/shares/d.ts', "import { sql } from 'kysely'"],
  ['api-imports-nothing-of-ours', 'packages/api/src/a.ts', "import '../../server/src/files/queries.ts'"],
  ['api-runs-anywhere', 'packages/api/src/b.ts', "import { createHash } from 'node:crypto'"],
  ['server-is-no-client-of-itself', 'packages/server/src/jobs/b.ts', "import '@holdfast/api/client'"],
  ['testkit-is-for-tests', 'packages/server/src/jobs/c.ts', "import '../../testkit/world.ts'"],
  ['tests-are-not-imported', 'packages/server/src/jobs/d.test.ts', "import '../files/upload-file.test.ts'"],
  ['clients-speak-the-api-only', 'packages/web/src/a.ts', "export * from '../../server/src/errors.ts'"],
  ['no-dev-dependencies-in-src', 'packages/server/src/jobs/e.ts', "import ts from 'typescript'"],
  ['no-undeclared-dependencies', 'packages/server/src/jobs/f.ts', "import lodash from 'lodash'"],
  ['no-unresolvable', 'packages/server/src/jobs/g.ts', "import { nothing } from './nowhere.ts'"],
]

function check(tree: Tree) {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast meta-'))
  try {
    const manifests = Object.entries(MANIFESTS).map(
      ([file, manifest]) => [file, JSON.stringify(manifest)] as const,
    )
    const sources = Object.entries(tree).map(([file, lines]) => [file, lines.join('\n')] as const)
    for (const [file, contents] of [...manifests, ...sources]) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
      writeFileSync(path.join(dir, file), contents)
    }
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, dir], { encoding: 'utf8', env })
    const found = [...stdout.matchAll(/^ *error ([\w-]+): (\S+)/gm)].map(
      ([, rule, file]) => `${rule} ${file}`,
    )
    return { status, found, output: stdout + stderr }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function withBreaches(): Tree {
  const tree: Tree = { ...CLEAN, 'packages/server/src/errors.ts': [] }
  for (const [, file, line] of BREACHES) tree[file] = [...(tree[file] ?? []), line]
  return tree
}

describe('boundaries', () => {
  it('let pass what is allowed, having seen every import', () => {
    const { status, found, output } = check(CLEAN)
    assert.deepEqual(found, [])
    assert.equal(status, 0, output)
    assert.match(output, new RegExp(`\\b${Object.values(CLEAN).flat().length} dependencies cruised`))
  })

  describe('in a tree that breaks each rule', () => {
    const { status, found, output } = check(withBreaches())

    for (const [rule, file, line] of BREACHES) {
      it(`${rule}: ${line}`, () => assert.ok(found.includes(`${rule} ${file}`), output))
    }

    it('fail, and blame nothing else', () => {
      assert.notEqual(status, 0)
      assert.deepEqual(found.sort(), BREACHES.map(([rule, file]) => `${rule} ${file}`).sort())
    })
  })
})

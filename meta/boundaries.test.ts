import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
      sharp: '1',
    },
  },
  'packages/web/package.json': { name: '@holdfast/web', dependencies: { react: '1' } },
  'packages/agent/package.json': { name: '@holdfast/agent' },
}

/** Each file and its import lines; all that the rules allow, as near to what they forbid as can be. */
const CLEAN: Tree = {
  'packages/api/src/errors.ts': ["import { Type } from 'typebox'"],
  'packages/api/src/client.ts': ["import { ERRORS } from './errors.ts'"],
  'packages/api/src/errors.test.ts': ["import assert from 'node:assert/strict'", "import './errors.ts'"],
  'packages/server/src/errors.ts': ["import { ERRORS } from '@holdfast/api/errors'"],
  'packages/server/src/main.ts': ["import { start } from './service/service.ts'"],
  'packages/server/src/service/service.ts': ["import { buildApp } from '../http/app.ts'"],
  'packages/server/src/http/app.ts': [
    "import fastify from 'fastify'",
    "import { routes } from './api/files.ts'",
    "import { pages } from './pages/links/routes.ts'",
  ],
  'packages/server/src/http/exchange/server.ts': ["import type { FastifyInstance } from 'fastify'"],
  'packages/server/src/http/pages/links/routes.ts': ["import { App } from '../../exchange/server.ts'"],
  'packages/server/src/http/pages/links/reasons.ts': ["import { ERRORS } from '@holdfast/api/errors'"],
  'packages/server/src/http/pages/scripts/upload.ts': [
    "import { REASONS } from '../links/reasons.ts'",
    "import '@holdfast/api/names'",
    "import './find-element.ts'",
  ],
  'packages/server/src/http/pages/scripts/find-element.ts': [],
  'packages/server/src/http/api/files.ts': [
    "import type { App } from '../exchange/server.ts'",
    "import { upload } from '../../files/writing/upload-file.ts'",
  ],
  'packages/server/src/oversight/usage/count-usage.ts': ["import '../../sharing/links/create-link.ts'"],
  'packages/server/src/sharing/links/create-link.ts': ["import '../../accounts/people/view.ts'"],
  'packages/server/src/accounts/people/view.ts': [
    "import { upload } from '../../files/writing/upload-file.ts'",
    "import type { TreeRow } from '../../files/tree/queries.ts'",
  ],
  'packages/server/src/files/writing/upload-file.ts': [
    "import { ERRORS } from '@holdfast/api/errors'",
    "import { readFile } from 'node:fs/promises'",
    "import type { Kysely } from 'kysely'",
    "import { insertEntry } from '../../records/entries.ts'",
    "import { signIn } from '../../sign-in/oauth/tokens.ts'",
    "import { countRows } from './queries.ts'",
  ],
  'packages/server/src/files/writing/queries.ts': ["import { sql } from 'kysely'"],
  'packages/server/src/files/tree/queries.ts': ["import { sql } from 'kysely'"],
  'packages/server/src/sign-in/oauth/tokens.ts': ["import { grants } from '../../access/authorize.ts'"],
  'packages/server/src/access/authorize.ts': ["import { insertEntry } from '../records/entries.ts'"],
  'packages/server/src/records/entries.ts': [
    "import { sql } from 'kysely'",
    "import { openPostgres } from '../platform/db/postgres.ts'",
    "import { fail } from '../errors.ts'",
  ],
  'packages/server/src/files/writing/upload-file.test.ts': [
    "import { startWorld } from '@holdfast/server/testkit/world'",
    "import { api } from '@holdfast/api/client'",
    "import { buildApp } from '../../http/app.ts'",
    "import { treeRows } from '../tree/queries.ts'",
  ],
  'packages/server/src/platform/db/postgres.ts': ["import pg from 'pg'", "import { sql } from 'kysely'"],
  'packages/server/src/platform/blobs/s3.ts': ["import { S3Client } from '@aws-sdk/client-s3'"],
  'packages/server/src/platform/mail/smtp.ts': ["import { createTransport } from 'nodemailer'"],
  'packages/server/src/platform/ldap/connect.ts': ["import { Client } from 'ldapts'"],
  'packages/server/src/platform/thumbnails/thumbnail-process.ts': ["await import('sharp')"],
  'packages/server/testkit/world.ts': [
    "import pg from 'pg'",
    "import { buildApp } from '../src/http/app.ts'",
    "import { api } from '@holdfast/api/client'",
  ],
  'packages/web/src/page.test.ts': [
    "import '@holdfast/server/testkit/world'",
    "import '@holdfast/api/client'",
  ],
  'packages/web/src/main.tsx': ["import './app/app.tsx'"],
  'packages/web/src/app/app.tsx': [
    "import 'react'",
    "import '../screens/files/desk.ts'",
    "await import('../console/console.ts')",
  ],
  'packages/web/src/console/console.ts': ["import './people/list.ts'", "import '../messages/console/en.ts'"],
  'packages/web/src/console/people/list.ts': [
    "import '../parts/chosen.ts'",
    "import '../../files/list/row.ts'",
  ],
  'packages/web/src/console/parts/chosen.ts': ["import '../../data/console/people.ts'"],
  'packages/web/src/data/console/people.ts': ["import '@holdfast/api/client'"],
  'packages/web/src/messages/console/en.ts': [],
  'packages/web/src/screens/files/desk.ts': ["import '../../files/list/row.ts'"],
  'packages/web/src/files/list/row.ts': ["import '../../ui/answers/failed.ts'"],
  'packages/web/src/ui/answers/failed.ts': ["import '../../data/service/errors.ts'"],
  'packages/web/src/data/service/errors.ts': ["import '../../core/list/pages.ts'"],
  'packages/web/src/core/list/pages.ts': ["import type { Messages } from '../../messages/en/en.ts'"],
  'packages/web/src/messages/en/en.ts': ["import '../../platform/clock.ts'"],
  'packages/web/src/platform/clock.ts': [],
  'packages/agent/testkit/model-service/model.ts': ["import '@holdfast/api/names'"],
  'packages/agent/testkit/model-service/replay.test.ts': [
    "import '@holdfast/server/testkit/world'",
    "import './model.ts'",
  ],
  'packages/agent/testkit/program/agent.ts': ["import '@holdfast/server/testkit/world'"],
  'packages/agent/src/core/plan.ts': ["import '@holdfast/api/names'"],
  'packages/agent/src/ports/disk.ts': ["import '../core/plan.ts'"],
  'packages/agent/src/engine/loop.ts': ["import '../ports/disk.ts'", "import '@holdfast/api/client'"],
  'packages/agent/src/disk/real.ts': ["import '../ports/disk.ts'", "import 'node:fs'"],
  'packages/agent/src/locks/keeper.ts': ["import '../engine/loop.ts'"],
  'packages/agent/src/service/agent.ts': ["import '../disk/real.ts'", "import '../locks/keeper.ts'"],
  'packages/agent/src/cli/run.ts': ["import '../service/agent.ts'"],
  'packages/agent/src/main.ts': ["import './cli/run.ts'"],
  'packages/api/src/names.ts': [],
}

const SERVER = 'packages/server/src'
const WEB = 'packages/web/src'
const AGENT = 'packages/agent/src'

/** Rules, the file that breaks them, and the line it does it by. */
const BREACHES: [rules: string, file: string, line: string][] = [
  ['no-cycles', `${SERVER}/files/writing/queries.ts`, "import { upload } from './upload-file.ts'"],
  ['no-cycles', `${SERVER}/platform/blobs/a.ts`, "import type { Loop } from './a.ts'"],
  ['below-platform', `${SERVER}/errors.ts`, "import type { Db } from './platform/db/columns.ts'"],
  ['below-records', `${SERVER}/platform/jobs/h.ts`, "import type { Row } from '../../records/roots.ts'"],
  ['below-access', `${SERVER}/records/roots.ts`, "import { rights } from '../access/permissions.ts'"],
  ['below-sign-in', `${SERVER}/access/permissions.ts`, "import '../sign-in/oauth/grant.ts'"],
  ['below-files', `${SERVER}/sign-in/oauth/grant.ts`, "import '../../files/tree/copy-tree.ts'"],
  ['below-accounts', `${SERVER}/files/tree/copy-tree.ts`, "import '../../accounts/people/add-person.ts'"],
  ['below-devices', `${SERVER}/accounts/people/c.ts`, "import '../../devices/jobs/d.ts'"],
  ['below-sharing', `${SERVER}/accounts/people/add-person.ts`, "import '../../sharing/links/hash.ts'"],
  ['below-oversight', `${SERVER}/sharing/links/hash.ts`, "import '../../oversight/usage/month.ts'"],
  ['below-http', `${SERVER}/oversight/usage/month.ts`, "import '../../http/exchange/server.ts'"],
  ['below-service', `${SERVER}/http/exchange/body.ts`, "import '../../service/service.ts'"],
  ['server-has-wings-only', `${SERVER}/service/install.ts`, "import '../extras/helper.ts'"],
  ['main-is-the-roof', `${SERVER}/service/serve.ts`, "import '../main.ts'"],
  ['main-is-the-roof', `${WEB}/app/p.ts`, "import '../main.tsx'"],
  ['main-is-the-roof', `${AGENT}/cli/b.ts`, "import '../main.ts'"],
  [
    'fastify-stays-in-http',
    `${SERVER}/sharing/team-shares/b.ts`,
    "import type { FastifyReply } from 'fastify'",
  ],
  [
    'routes-belong-to-the-app',
    `${SERVER}/service/service.ts`,
    "import { routes } from '../http/api/files.ts'",
  ],
  ['routes-belong-to-the-app', `${SERVER}/http/extra.ts`, "import { pages } from './pages/links/routes.ts'"],
  ['scripts-of-pages-run-in-browsers', `${SERVER}/http/pages/scripts/a.ts`, "import 'node:fs'"],
  ['scripts-of-pages-run-in-browsers', `${SERVER}/http/pages/scripts/b.ts`, "import '../../app.ts'"],
  ['scripts-of-pages-are-built', `${SERVER}/http/pages/links/a.ts`, "import '../scripts/upload.ts'"],
  ['queries-stay-in-their-room', `${SERVER}/files/history/a.ts`, "import '../tree/queries.ts'"],
  ['database-drivers-stay-in-db', `${SERVER}/records/entries.ts`, "import pg from 'pg'"],
  ['s3-stays-in-blobs', `${SERVER}/sharing/team-shares/c.ts`, "await import('@aws-sdk/client-s3')"],
  ['smtp-stays-in-mail', `${SERVER}/platform/jobs/a.ts`, "import { createTransport } from 'nodemailer'"],
  ['ldap-stays-in-its-room', `${SERVER}/accounts/people/b.ts`, "import { Client } from 'ldapts'"],
  ['pictures-are-decoded-elsewhere', `${SERVER}/platform/thumbnails/a.ts`, "import sharp from 'sharp'"],
  ['sql-stays-in-queries', `${SERVER}/sharing/team-shares/d.ts`, "import { sql } from 'kysely'"],
  ['api-imports-nothing-of-ours', 'packages/api/src/a.ts', "import '../../server/src/records/entries.ts'"],
  ['api-runs-anywhere', 'packages/api/src/b.ts', "import { createHash } from 'node:crypto'"],
  ['server-is-no-client-of-itself', `${SERVER}/platform/jobs/b.ts`, "import '@holdfast/api/client'"],
  ['testkit-is-for-tests', `${SERVER}/platform/jobs/c.ts`, "import '../../../testkit/world.ts'"],
  ['testkit-is-for-tests', 'packages/agent/testkit/a.ts', "import '@holdfast/server/testkit/world'"],
  ['models-are-for-tests', 'packages/agent/src/a.ts', "import '../testkit/model-service/model.ts'"],
  ['agent-below-core', `${AGENT}/words/a.ts`, "import '../core/plan.ts'"],
  ['planner-is-pure', 'packages/agent/src/core/a.ts', "import { hash } from 'node:crypto'"],
  ['planner-is-pure agent-below-ports', `${AGENT}/core/b.ts`, "import type { Disk } from '../ports/disk.ts'"],
  ['agent-below-engine', `${AGENT}/ports/a.ts`, "import type { Loop } from '../engine/loop.ts'"],
  ['agent-meets-the-world-by-ports agent-below-disk', `${AGENT}/engine/b.ts`, "import '../disk/real.ts'"],
  ['agent-adapters-stand-alone agent-below-store', `${AGENT}/disk/a.ts`, "import '../store/rows.ts'"],
  ['agent-adapters-stand-alone', `${AGENT}/store/rows.ts`, "import '../disk/real.ts'"],
  ['agent-adapters-stand-alone agent-below-net', `${AGENT}/store/b.ts`, "import '../net/line.ts'"],
  ['agent-below-locks', `${AGENT}/net/line.ts`, "import type { Lock } from '../locks/keeper.ts'"],
  ['agent-below-backup', `${AGENT}/locks/a.ts`, "import '../backup/send.ts'"],
  ['agent-below-device', `${AGENT}/backup/send.ts`, "import '../device/answer.ts'"],
  ['agent-below-service', `${AGENT}/device/answer.ts`, "import '../service/agent.ts'"],
  ['agent-below-cli', `${AGENT}/service/b.ts`, "import '../cli/run.ts'"],
  ['agent-has-wings-only', `${AGENT}/service/c.ts`, "import '../a.ts'"],
  ['agent-meets-the-world-by-ports', 'packages/agent/src/engine/a.ts', "import 'node:fs'"],
  ['tests-are-not-imported', `${SERVER}/files/writing/d.test.ts`, "import './upload-file.test.ts'"],
  ['clients-speak-the-api-only', 'packages/web/src/a.ts', "export * from '../../server/src/errors.ts'"],
  ['web-below-messages', `${WEB}/platform/a.ts`, "import '../messages/en/en.ts'"],
  ['web-below-core', `${WEB}/messages/b.ts`, "import type { Pages } from '../core/list/pages.ts'"],
  ['web-below-data', `${WEB}/messages/c.ts`, "import '../data/service/errors.ts'"],
  ['web-below-ui', `${WEB}/data/files/d.ts`, "import type { IconName } from '../../ui/icon.ts'"],
  ['web-below-files', `${WEB}/ui/e.ts`, "import '../files/list/row.ts'"],
  ['web-below-screens', `${WEB}/files/list/f.ts`, "import '../../screens/files/desk.ts'"],
  ['web-below-console', `${WEB}/files/list/g.ts`, "import type { C } from '../../console/console.ts'"],
  ['web-below-app', `${WEB}/screens/team/h.ts`, "import '../../app/app.tsx'"],
  ['web-has-wings-only', `${WEB}/app/i.ts`, "import '../extras/helper.ts'"],
  ['web-asks-through-data', `${WEB}/app/b.ts`, "import { Client } from '@holdfast/api/client'"],
  ['web-core-is-pure', `${WEB}/core/list/j.ts`, "import { useState } from 'react'"],
  ['web-core-is-given-words', `${WEB}/core/list/k.ts`, "import { en } from '../../messages/en/en.ts'"],
  ['ui-knows-no-service', `${WEB}/ui/l.ts`, "import '../data/files/d.ts'"],
  ['screens-stand-alone', `${WEB}/screens/team/c.ts`, "import '../files/desk.ts'"],
  ['screens-stand-alone', `${WEB}/console/groups/q.ts`, "import '../people/list.ts'"],
  ['console-and-screens-stand-apart', `${WEB}/console/m.ts`, "import '../screens/files/desk.ts'"],
  ['console-comes-later', `${WEB}/app/n.ts`, "import '../console/console.ts'"],
  ['console-comes-later', `${WEB}/screens/team/o.ts`, "import '../../data/console/people.ts'"],
  ['no-dev-dependencies-in-src', `${SERVER}/platform/jobs/e.ts`, "import ts from 'typescript'"],
  ['no-undeclared-dependencies', `${SERVER}/platform/jobs/f.ts`, "import lodash from 'lodash'"],
  ['no-unresolvable', `${SERVER}/platform/jobs/g.ts`, "import { nothing } from './nowhere.ts'"],
]

/** Folders that import each other though none of their files do: where they are, what is blamed, what is imported. */
const FOLDER_CIRCLES: [kind: string, folders: string[], tree: Tree][] = [
  [
    'two side by side',
    [`${SERVER}/files/locks`, `${SERVER}/files/search`],
    {
      [`${SERVER}/files/locks/a.ts`]: ["import '../search/b.ts'"],
      [`${SERVER}/files/search/b.ts`]: [],
      [`${SERVER}/files/search/c.ts`]: ["import '../locks/d.ts'"],
      [`${SERVER}/files/locks/d.ts`]: [],
    },
  ],
  [
    'one and a folder in it',
    [`${AGENT}/engine`, `${AGENT}/engine/transfer`],
    {
      [`${AGENT}/engine/a.ts`]: ["import './transfer/b.ts'"],
      [`${AGENT}/engine/transfer/b.ts`]: [],
      [`${AGENT}/engine/transfer/c.ts`]: ["import type { D } from '../d.ts'"],
      [`${AGENT}/engine/d.ts`]: [],
    },
  ],
  [
    'two by way of folders in them',
    [`${WEB}/files/content`, `${WEB}/files/upload`],
    {
      [`${WEB}/files/upload/senders/a.ts`]: ["import '../../content/b.ts'"],
      [`${WEB}/files/content/b.ts`]: ["import '../upload/machine/c.ts'"],
      [`${WEB}/files/upload/machine/c.ts`]: [],
    },
  ],
  [
    'the top of the contract and one of its rooms',
    ['packages/api/src', 'packages/api/src/files'],
    {
      'packages/api/src/a.ts': ["import './files/b.ts'"],
      'packages/api/src/files/b.ts': ["import '../names.ts'"],
    },
  ],
  [
    'two of the testkit',
    ['packages/server/testkit/people', 'packages/server/testkit/servers'],
    {
      'packages/server/testkit/people/a.ts': ["import '../servers/b.ts'"],
      'packages/server/testkit/servers/b.ts': [],
      'packages/server/testkit/servers/c.ts': ["import '../people/d.ts'"],
      'packages/server/testkit/people/d.ts': [],
    },
  ],
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
  const tree: Tree = { ...CLEAN }
  for (const file of ['platform/db/columns.ts', 'extras/helper.ts', 'devices/jobs/d.ts'])
    tree[`${SERVER}/${file}`] = []
  for (const file of ['ui/icon.ts', 'extras/helper.ts']) tree[`${WEB}/${file}`] = []
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

  describe('in a tree with circles of folders', () => {
    const trees = FOLDER_CIRCLES.map(([, , tree]) => tree)
    const { status, found, output } = check(Object.assign({}, CLEAN, ...trees))
    const blamed = (folders: string[]) => folders.map((folder) => `no-folder-circles ${folder}`)

    for (const [kind, folders] of FOLDER_CIRCLES)
      it(`refuse ${kind}`, () => {
        for (const one of blamed(folders)) assert.ok(found.includes(one), output)
      })

    it('fail, and blame no other folder', () => {
      assert.notEqual(status, 0)
      assert.deepEqual(found.sort(), FOLDER_CIRCLES.flatMap(([, folders]) => blamed(folders)).sort())
    })
  })

  it('have no rule that nothing breaks here', () => {
    const rules: { name: string }[] = createRequire(import.meta.url)('../.dependency-cruiser.cjs').forbidden
    const broken = new Set(BREACHES.flatMap(([names]) => names.split(' ')))
    assert.deepEqual(rules.map(({ name }) => name).sort(), [...broken].sort())
  })

  describe('in a tree that breaks each rule', () => {
    const { status, found, output } = check(withBreaches())

    const expected = BREACHES.flatMap(([rules, file, line]) =>
      rules.split(' ').map((rule) => ({ rule, breach: `${rule} ${file}`, line })),
    )
    for (const { rule, breach, line } of expected) {
      it(`${rule}: ${line}`, () => assert.ok(found.includes(breach), output))
    }

    it('fail, and blame nothing else', () => {
      assert.notEqual(status, 0)
      assert.deepEqual(found.sort(), expected.map(({ breach }) => breach).sort())
    })
  })
})

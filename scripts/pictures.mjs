// npm run pictures [-- folder]: the pictures of docs/web-app.md and docs/administration.md, made by a browser
// that looks at a small office's files and at the demonstration.
// Every screen that a test meets, at two widths in both schemes: TESTKIT_SCREENSHOTS=<folder> npm run soak -- web/journeys
import path from 'node:path'
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'
import { ensureDebianPackages, TEST_PACKAGES } from './system-packages.mjs'

ensureInstalled()
ensureDebianPackages(TEST_PACKAGES)
const [folder = path.join(ROOT, 'docs/pictures')] = process.argv.slice(2)
await runNode(['packages/server/testkit/runner/run.ts', 'web/journeys/pictures'], {
  cwd: ROOT,
  env: { ...process.env, TESTKIT_PICTURES: path.resolve(folder) },
})

// node scripts/store-release.mjs: makes the installation, the backup and the agent state that tests keep of this version again
// (packages/server/testkit/releases). Until a version is released; what is released is never made again.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'

ensureInstalled()
await runNode(['packages/server/testkit/runner/run.ts', 'testkit/releases/'], {
  cwd: ROOT,
  env: { ...process.env, TESTKIT_STORE_RELEASE: '1' },
})

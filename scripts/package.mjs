// npm run package [-- --tree <folder>]: makes the tarball and the Debian packages, of the service and of the agent, for this
// machine's kind in dist/packages; with the option only the folder that those of the service are made of, as an image takes it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sourceTime } from './agent-release.mjs'
import { ensureInstalled, giveUp, isRuntime, ROOT, runNode, spawnNode } from './bootstrap.mjs'
import { makeAgentDebianRoot } from './package-agent-deb.mjs'
import { makeDebianRoot, packDebianRoot } from './package-deb.mjs'
import { makeTree, NAME } from './package-tree.mjs'

const TARGET = path.join(ROOT, 'dist/packages')

function packTarball(tree, time) {
  const file = path.join(TARGET, `${NAME}.tar.gz`)
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner']
  const what = ['-C', path.dirname(tree), '-czf', file, path.basename(tree)]
  const { status, stderr } = spawnSync('tar', [...same, ...what], { encoding: 'utf8' })
  if (status !== 0) giveUp(`tar failed: ${stderr}`)
  return file
}

async function main() {
  if (process.platform !== 'linux')
    giveUp('Packages are made on Linux, for the kind of machine that makes them.')
  ensureInstalled()
  if (!isRuntime()) await runNode(process.argv.slice(1))
  const code = await spawnNode([path.join(ROOT, 'scripts/build.mjs'), '--unless-fresh'])
  if (code !== 0) process.exit(code)
  const at = process.argv.indexOf('--tree')
  if (at !== -1)
    return makeTree(path.resolve(process.argv[at + 1] ?? giveUp('Name a folder: --tree <folder>')))

  const [tree, root] = [NAME, 'debian-root'].map((name) => path.join(TARGET, 'work', name))
  mkdirSync(TARGET, { recursive: true })
  makeTree(tree)
  const time = sourceTime()
  console.log(path.relative(ROOT, packTarball(tree, time)))
  makeDebianRoot(tree, root)
  const env = { SOURCE_DATE_EPOCH: time }
  console.log(path.relative(ROOT, packDebianRoot('holdfast', root, TARGET, env)))
  makeAgentDebianRoot(root)
  console.log(path.relative(ROOT, packDebianRoot('holdfast-agent', root, TARGET, env)))
  rmSync(path.join(TARGET, 'work'), { recursive: true })
}

await main()

// npm run package [-- --tree <folder>]: makes the tarball and the Debian package of this machine's kind in dist/packages; with
// the option only the folder that both are made of, as an image takes it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, giveUp, isRuntime, ROOT, runNode, spawnNode } from './bootstrap.mjs'
import { makeDebianRoot, packDebianRoot } from './package-deb.mjs'
import { makeTree, NAME } from './package-tree.mjs'

const TARGET = path.join(ROOT, 'dist/packages')

/** One source gives the same bytes: times are that of the commit, or else the beginning of time. */
function sourceTime() {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, 'log', '-1', '--format=%ct'], { encoding: 'utf8' })
  return process.env.SOURCE_DATE_EPOCH ?? (status === 0 ? stdout.trim() : '0')
}

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
  console.log(path.relative(ROOT, packDebianRoot(root, TARGET, { SOURCE_DATE_EPOCH: time })))
  rmSync(path.join(TARGET, 'work'), { recursive: true })
}

await main()

// The agent as one file that the server offers, and as a program of its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeRelease } from './agent-release.mjs'
import { ROOT } from './bootstrap.mjs'
import { BROWSERS, DIST, writeWhole } from './build-output.mjs'

const AGENT_ENTRY = 'packages/agent/src/main.ts'
export const AGENT_WINDOW = 'packages/agent/window'
/** What the agent runs in threads, by what its text is called there. */
const AGENT_WORKERS = {
  HOLDFAST_CUT_WORKER: 'packages/agent/src/disk/cut-worker.ts',
  HOLDFAST_CONTROL_WORKER: 'packages/agent/src/service/control-worker.ts',
}
const AGENT = path.join(DIST, 'agent', 'holdfast-agent.mjs')
// What Node looks for in itself to learn that it carries a program.
const SEA_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
// As `install` has the file started that Node runs.
const SPARING = ['--max-semi-space-size=4', '--heap-growing-percent=40']

const AGENT_COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  platform: 'node',
  mainFields: ['module', 'main'],
  target: 'node24',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
}

// It says so itself where Node is too old: for that, what it needs is asked for after this, and not imported.
const AGENT_BANNER = `#!/usr/bin/env node
import { createRequire } from 'node:module'
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('The Holdfast agent needs Node 24 or later, and this is Node ' + process.versions.node + '.')
  console.error('The page /agent of your Holdfast server has a line that installs the agent with its own Node.')
  process.exit(1)
}
const require = createRequire(import.meta.url)`

/** One file that needs nothing but Node: it is carried to other machines. */
export async function buildAgent(bundle) {
  const { outputFiles } = await bundle({
    ...AGENT_COMMON,
    ...(await agentEntry(bundle)),
    outfile: AGENT,
    banner: { js: AGENT_BANNER },
  })
  mkdirSync(path.dirname(AGENT), { recursive: true })
  for (const file of outputFiles) writeWhole(file)
  await makeRelease(path.dirname(AGENT))
}

/** A thread is begun with a file: an agent that has only itself carries the text of it. */
async function agentEntry(bundle) {
  const define = {}
  for (const [name, file] of Object.entries(AGENT_WORKERS)) {
    const worker = await bundle({ ...AGENT_COMMON, format: 'esm', entryPoints: [file] })
    define[name] = JSON.stringify(worker.outputFiles[0].text)
  }
  return {
    entryPoints: [AGENT_ENTRY],
    define: {
      ...define,
      HOLDFAST_WINDOW: JSON.stringify(await agentWindow(bundle)),
      HOLDFAST_STARTER: JSON.stringify(
        readFileSync(path.join(ROOT, 'packaging/agent/holdfast-agent'), 'utf8'),
      ),
    },
    // What ws would like to have, and does without.
    external: ['bufferutil', 'utf-8-validate'],
    format: 'cjs',
    // A file's own address means nothing in it, and is not asked for.
    logOverride: { 'empty-import-meta': 'silent' },
  }
}

/** The page that an agent shows to browsers of its own computer. */
async function agentWindow(bundle) {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: [`${AGENT_WINDOW}/main.ts`, `${AGENT_WINDOW}/window.css`],
    outdir: path.join(DIST, 'window'),
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: BROWSERS,
    logLevel: 'warning',
  })
  const textOf = (end) => outputFiles.find((file) => file.path.endsWith(end)).text
  return { script: textOf('.js'), style: textOf('.css') }
}

/** A program that needs no Node: the one that runs this, with the agent in it. */
export async function buildAgentBinary() {
  const { build: bundle } = await import('esbuild')
  const { inject } = await import('postject')
  const name = `holdfast-agent-${process.platform}-${process.arch}`
  const work = mkdtempSync(path.join(tmpdir(), 'holdfast-agent-'))
  try {
    const [main, output, config, program] = ['main.cjs', 'blob', 'config.json', name].map((file) =>
      path.join(work, file),
    )
    const entry = await agentEntry(bundle)
    const { outputFiles } = await bundle({ ...AGENT_COMMON, ...entry })
    writeFileSync(main, outputFiles[0].contents)
    writeFileSync(
      config,
      JSON.stringify({ main, output, disableExperimentalSEAWarning: true, execArgv: SPARING }),
    )
    execFileSync(process.execPath, ['--experimental-sea-config', config], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    copyFileSync(process.execPath, program)
    await inject(program, 'NODE_SEA_BLOB', readFileSync(output), { sentinelFuse: SEA_FUSE })
    writeWhole({ path: path.join(path.dirname(AGENT), name), contents: readFileSync(program) })
    chmodSync(path.join(path.dirname(AGENT), name), 0o755)
    // By this a server knows that it is of the same build as the file that it offers.
    const sha256 = createHash('sha256').update(readFileSync(AGENT)).digest('hex')
    writeWhole({ path: path.join(path.dirname(AGENT), `${name}.of`), contents: sha256 })
    console.log(`dist/agent/${name}`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

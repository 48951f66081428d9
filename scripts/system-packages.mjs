// Debian packages that tests and benchmarks need beside npm's.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { giveUp } from './bootstrap.mjs'

const POSTGRES = '/usr/lib/postgresql'
const POLICY = '/usr/sbin/policy-rc.d'

export const TEST_PACKAGES = [
  { package: 'postgresql', file: hasPostgres },
  { package: 'swift', file: '/usr/bin/swift-ring-builder' },
  { package: 'swift-proxy', file: '/usr/bin/swift-proxy-server' },
  { package: 'swift-account', file: '/usr/bin/swift-account-server' },
  { package: 'swift-container', file: '/usr/bin/swift-container-server' },
  { package: 'swift-object', file: '/usr/bin/swift-object-server' },
  { package: 'curl', file: '/usr/bin/curl' },
  { package: 'jq', file: '/usr/bin/jq' },
  { package: 'unzip', file: '/usr/bin/unzip' },
  { package: 'chromium', file: '/usr/bin/chromium' },
  { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' },
  { package: 'slapd', file: '/usr/sbin/slapd' },
  { package: 'ldap-utils', file: '/usr/bin/ldapmodify' },
  { package: 'nginx-light', file: '/usr/sbin/nginx' },
  { package: 'haproxy', file: '/usr/sbin/haproxy' },
  { package: 'caddy', file: '/usr/bin/caddy' },
  { package: 'litmus', file: '/usr/bin/litmus' },
  { package: 'rclone', file: '/usr/bin/rclone' },
  { package: 'cadaver', file: '/usr/bin/cadaver' },
  // For promtool, which tests the rules for alerts.
  { package: 'prometheus', file: '/usr/bin/promtool' },
]

/** For what is installed into trees of its own, and for a journey in another browser. */
export const SOAK_PACKAGES = [
  { package: 'mmdebstrap', file: '/usr/bin/mmdebstrap' },
  { package: 'buildah', file: '/usr/bin/buildah' },
  { package: 'firefox-esr', file: '/usr/bin/firefox-esr' },
]

export const BENCH_PACKAGES = [
  { package: 'nginx-light', file: '/usr/sbin/nginx' },
  { package: 'gcc', file: '/usr/bin/gcc' },
  { package: 'libc6-dev', file: '/usr/include/stdlib.h' },
  { package: 'libssl-dev', file: '/usr/include/openssl/ssl.h' },
  { package: 'restic', file: '/usr/bin/restic' },
  { package: 'syncthing', file: '/usr/bin/syncthing' },
]

function hasPostgres() {
  return (
    existsSync(POSTGRES) && readdirSync(POSTGRES).some((v) => existsSync(`${POSTGRES}/${v}/bin/postgres`))
  )
}

/**
 * Installs what is missing of `list`, or says which command would and ends the process.
 * `file` is a path whose existence shows that the package is there, or a function that answers it.
 */
export function ensureDebianPackages(list) {
  const isInstalled = ({ file }) => (typeof file === 'function' ? file() : existsSync(file))
  const missing = list.filter((entry) => !isInstalled(entry)).map((entry) => entry.package)
  if (missing.length === 0) return

  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0)
    giveUp(`Debian packages are missing. Run:\n  sudo apt-get ${install.join(' ')}`)

  console.error(
    [
      `Installing ${missing.length} Debian packages on this system with apt-get: ${missing.join(' ')}`,
      `  Their services are not started: until the install is over, ${POLICY} forbids it.`,
      '  To do it yourself instead: stop this, and run',
      `  apt-get ${install.join(' ')}`,
    ].join('\n'),
  )
  const result = withoutStartingServices(() => {
    const first = aptGet(install)
    if (first.status === 0) return first
    console.error('Bringing the lists of packages up to date with apt-get update, then once more…')
    const update = aptGet(['update'])
    return update.status === 0 ? aptGet(install) : update
  })
  if (result.status === 0) return
  giveUp(
    `${result.stdout ?? ''}${result.stderr ?? ''}apt-get failed: ${result.error?.message ?? result.status}`,
  )
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { encoding: 'utf8', env })
}

/** The tests start servers of their own. Debian asks this script before it starts the packages'; 101 means no. */
function withoutStartingServices(action) {
  if (existsSync(POLICY)) return action()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return action()
  } finally {
    rmSync(POLICY, { force: true })
  }
}

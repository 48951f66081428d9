import type { BackupDesk } from './backup-desk.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { KeptRoots } from './kept-roots.ts'
import type { RootView, StatusView } from './methods.ts'
import type { SettingsFile } from './settings.ts'
import { VERSION } from './version.ts'

/** What is shown of an agent when somebody asks for its status. */
interface Parts {
  readonly home: Home
  readonly settings: SettingsFile
  readonly connection: Connection | undefined
  readonly roots: KeptRoots
  readonly desk: BackupDesk
}

/** The first that is there counts. */
const BY_NEED = ['signed_out', 'failed', 'offline', 'paused', 'syncing', 'attention'] as const

function stateOfAll(
  connection: Connection | undefined,
  paused: boolean,
  roots: readonly RootView[],
): StatusView['state'] {
  if (!connection || connection.line.tokens.isSignedOut) return 'signed_out'
  if (paused) return 'paused'
  // Before the service has said what belongs to this device, nothing can be in sync.
  if (!connection.config) return connection.state === 'connecting' ? 'syncing' : 'offline'
  return BY_NEED.find((state) => roots.some((root) => root.state === state)) ?? 'synced'
}

/** How an agent is, from what it knows: nothing is asked and nothing waited for. */
export function statusView({ home, settings, connection, roots: kept, desk }: Parts): StatusView {
  const roots = kept.views()
  const { base, paused } = settings.now
  const state = stateOfAll(connection, paused, roots)
  return {
    version: VERSION,
    url: connection?.signedIn.url ?? null,
    email: connection?.signedIn.email ?? null,
    machine: connection ? home.deviceName : null,
    connected: connection?.state === 'connected',
    line: connection?.state ?? 'away',
    signedIn: connection !== undefined && !connection.line.tokens.isSignedOut,
    paused,
    state,
    synced: state === 'synced' || state === 'attention',
    base,
    roots,
    ...desk.view(connection?.config),
  }
}

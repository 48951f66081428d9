import type { BackupDesk } from './backup-desk.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { KeptRoots } from './kept-roots.ts'
import type { RootView, StatusView } from './methods.ts'
import type { SettingsFile } from './settings.ts'
import { VERSION } from './version.ts'

/** What of an agent is told when somebody asks how it is. */
interface Parts {
  readonly home: Home
  readonly settings: SettingsFile
  readonly connection: Connection | undefined
  readonly roots: KeptRoots
  readonly desk: BackupDesk
}

/** How an agent is, from what it knows: nothing is asked and nothing waited for. */
export function statusView({ home, settings, connection, roots: kept, desk }: Parts): StatusView {
  const roots = kept.views()
  const isSynced = ({ state }: RootView) => state === 'synced' || state === 'elsewhere'
  const { paused } = settings.now
  return {
    version: VERSION,
    url: connection?.signedIn.url ?? null,
    email: connection?.signedIn.email ?? null,
    machine: connection ? home.deviceName : null,
    connected: connection?.state === 'connected',
    line: connection?.state ?? 'away',
    signedIn: connection !== undefined && !connection.line.tokens.isSignedOut,
    paused,
    // Before the service has said what belongs to this device, nothing can be in sync.
    synced: connection?.config !== undefined && !paused && roots.every(isSynced),
    roots,
    ...desk.view(connection?.config),
  }
}

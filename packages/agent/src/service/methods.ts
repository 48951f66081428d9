import type { RootState } from '@holdfast/api/devices/agent-channel'
import type { MachineRootId, RootId } from '@holdfast/api/ids'
import type { Deed } from '../device/gate/rules.ts'
import type { ProblemReason, StateReason } from '../engine/state/status.ts'
import type { ChannelState } from '../net/channel.ts'
import type { CertificateTrouble } from '../net/trust.ts'
import type { Tell } from './control.ts'
import type { FolderTrouble } from './folder-trouble.ts'

/** How a root is kept on this device. */
export type KeptState = RootState | 'signed_out' | 'elsewhere'

export interface ProblemView {
  readonly path: string
  readonly reason: string
  readonly help: string
}

/** Of a synced item. By its code it can be said in another language. */
export interface RootProblemView extends ProblemView {
  readonly code: ProblemReason
  /** Such as what the server said, or who has locked it. */
  readonly detail: string | null
}

export interface TransferView {
  readonly path: string
  readonly direction: 'up' | 'down'
  readonly size: number
  readonly done: number
}

export interface ActivityView {
  /** Bytes of content that were moved since the agent began. */
  readonly moved: number
  readonly leftFiles: number
  readonly leftBytes: number
  /** Files that came or went lately, newest first; the time is in milliseconds. */
  readonly recent: readonly {
    readonly path: string
    readonly direction: 'up' | 'down'
    readonly size: number
    readonly at: number
  }[]
}

export type RootCode =
  | StateReason
  | `certificate_${CertificateTrouble}`
  | FolderTrouble['code']
  | 'signed_out'
  | 'barred'
  | 'broken'
  | 'not_running'

export interface RootView {
  readonly rootId: RootId
  readonly rsubId: MachineRootId
  readonly name: string
  readonly kind: 'own' | 'share' | 'mapping'
  readonly readOnly: boolean
  /** Null for one that this device could have and does not keep. */
  readonly folder: string | null
  /** Who mapped it, as the service says; null where that is not known, or nobody had to. */
  readonly by: string | null
  readonly state: KeptState
  /** Why it is not in sync, in words; empty where there is nothing to say. */
  readonly reason: string
  /** The same for whoever says it in another language; null where there is nothing to say. */
  readonly code: RootCode | null
  /** Such as what the server said, or the command that helps. */
  readonly detail: string | null
  readonly files: number
  /** Changes to make, on both sides together. */
  readonly todo: number
  /** Those of them that the service does not have yet; counted also while it cannot be reached. */
  readonly unsent: number
  /** Where it stopped itself: how many files would go, or be replaced, here and on the service; else null. */
  readonly held: { readonly here: number; readonly there: number } | null
  readonly transfers: readonly TransferView[]
  readonly problems: readonly RootProblemView[]
  readonly activity?: ActivityView | undefined
  /** What this device does not keep, and why; nothing has to be done about it. */
  readonly notices: readonly RootProblemView[]
}

export interface BackupView {
  readonly rootId: RootId
  readonly path: string
  /** Who wants it, as the service says. */
  readonly by: string | null
  readonly state: RootState
  readonly reason: string
  readonly lastRun: string | null
  /** Null while it rests, or is being made. */
  readonly nextRun: string | null
  /** Files that it holds, or while it runs those that were looked at. */
  readonly done: number
  readonly problems: readonly ProblemView[]
}

export interface RestoreView {
  readonly state: 'done' | 'failed' | 'stopped'
  readonly why: string | null
  readonly done: number
  readonly total: number
  readonly written: number
  /** Files that were in the way and have another name now. */
  readonly aside: number
  /** Newer files that were kept. */
  readonly kept: number
  readonly problems: readonly ProblemView[]
  /** What was not put back on purpose: the first of it. */
  readonly leftOut: readonly ProblemView[]
}

/** A restore that the service asked for. */
export interface AskedRestore {
  readonly path: string
  /** Who, as the service says. */
  readonly by: string | null
  readonly began: string
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** Why it is not done; empty where it is, or may be yet. */
  readonly reason: string
}

/** A folder that the service may use, and for what. */
export interface AllowView {
  readonly folder: string
  readonly deeds: readonly Deed[]
  /** Named by somebody on this device, the folder of synced files, or the home, which is for its person only. */
  readonly source: 'named' | 'base' | 'home'
}

export interface StatusView {
  readonly version: string
  readonly url: string | null
  readonly email: string | null
  readonly machine: string | null
  /** By the line that carries news; without it everything goes on, but a little later. */
  readonly connected: boolean
  /** How that line is. */
  readonly line: ChannelState
  readonly signedIn: boolean
  readonly paused: boolean
  /** Of all roots together: the one that most needs somebody. */
  readonly state: Exclude<KeptState, 'elsewhere'>
  /** All is the same on both sides, but for the items that are listed as problems. */
  readonly synced: boolean
  /** In which each root that comes to this device gets a folder, if a person chose one. */
  readonly base: string | null
  readonly roots: readonly RootView[]
  readonly backups: readonly BackupView[]
  /** While the policy of the organization says otherwise, backups rest, and none are listed. */
  readonly backupsEnabled: boolean
  /** The last ones since the agent started. */
  readonly restores: readonly AskedRestore[]
}

export interface ListedItem {
  readonly name: string
  readonly kind: 'file' | 'folder'
  readonly size: number
  readonly modified: string | null
  /** Whether the device has it, is to have it, or was told not to. */
  readonly here: 'yes' | 'waiting' | 'no'
}

export interface BinView {
  readonly id: string
  readonly rootId: RootId
  readonly path: string
  readonly size: number
  readonly removed: string
}

export interface VerifyView {
  readonly files: number
  readonly bytes: number
  readonly differences: readonly { readonly path: string; readonly what: string }[]
}

export interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly says: string
}

type InRoot = { root?: string | undefined }

/** What commands can ask of an agent. `root` is an id, or the beginning of a name that only one root has. */
export interface AgentMethods {
  status(params: object): Promise<StatusView>
  /** Until nothing is left to do; tells the status now and then. */
  sync(params: object, tell: Tell): Promise<StatusView>
  pause(params: object): Promise<StatusView>
  /** `confirm`: what a root stopped before, because so much would go, is done. `bringBack`: it comes back instead. */
  resume(params: { confirm: boolean; bringBack: boolean }): Promise<StatusView>
  /** Rules in .holdfastignore that somebody else changed, of one root or of all, count from now on. Gives the names of the roots. */
  acceptRules(params: InRoot): Promise<readonly string[]>
  addRoot(params: { root: string; folder: string }): Promise<RootView>
  /** It is kept in step no longer; all files stay where they are. */
  removeRoot(params: { root: string }): Promise<RootView>
  setBase(params: { folder: string | null }): Promise<StatusView>
  select(params: { root: string; path: string; selected: boolean }): Promise<readonly string[]>
  list(params: InRoot & { path: string }): Promise<readonly ListedItem[]>
  /** Of all roots. */
  listBin(params: object): Promise<readonly BinView[]>
  /** Gives the path that it has now. */
  bringBack(params: { id: string }): Promise<string>
  /** Of all roots. Gives how many items are gone. */
  emptyBin(params: object): Promise<number>
  verify(params: InRoot, tell: Tell): Promise<VerifyView>
  doctor(params: object): Promise<readonly Finding[]>
  /** All of them, or the one of a path or number, now. */
  backUp(params: { backup?: string | undefined; confirm: boolean }): Promise<readonly BackupView[]>
  /** `machine` is the device that the backup was made on, if it is another. */
  restore(
    params: {
      backup: string
      folder: string
      before?: string | undefined
      overwrite: boolean
      machine?: number | undefined
    },
    tell: Tell,
  ): Promise<RestoreView>
  /** What the service may do with folders of this device. */
  listAllowed(params: object): Promise<readonly AllowView[]>
  /** Adds to what is allowed in a folder, and in all that is in it. */
  allow(params: { folder: string; deeds: readonly Deed[] }): Promise<readonly AllowView[]>
  disallow(params: { folder: string }): Promise<readonly AllowView[]>
  /** A sign-in that has just succeeded takes the place of the one before. */
  takeSignIn(params: object): Promise<null>
  logout(params: object): Promise<null>
}

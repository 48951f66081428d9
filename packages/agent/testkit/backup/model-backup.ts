import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after } from 'node:test'
import { BackupRunner, type BackupSettings } from '../../src/backup/backup-runner.ts'
import { restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { ModelPort } from './model-port.ts'

export const NEVER = new AbortController().signal

/** Waits for nothing, and may be ahead. */
export const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs, pause: async () => {} }

/** New folders for the tests of a group, which are removed after them. */
export function useFolders(where: string): () => string {
  const folders: string[] = []
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    const folder = mkdtempSync(path.join(where, 'holdfast-backup-'))
    folders.push(folder)
    return folder
  }
}

/** A folder, and a service in memory that it is backed up to. */
export function backUpToModel(newFolder: () => string, settings: BackupSettings = {}, folder?: string) {
  const [top, home] = [folder ?? newFolder(), newFolder()]
  const server = new ModelPort(clock.now)
  const stateFile = path.join(home, 'state')
  const runner = new BackupRunner({ server, path: top, stateFile, clock, settings })
  const restore = async (asOfSeq: number | null, { to = newFolder(), overwrite = false } = {}) => {
    const options = { server, path: to, asOfSeq, overwrite, stateFile: path.join(home, 'restore'), clock }
    return { to, result: await restoreBackup(options, NEVER) }
  }
  return {
    top,
    home,
    server,
    runner,
    restore,
    run: () => runner.run(NEVER),
    loseState: () => rmSync(stateFile),
  }
}

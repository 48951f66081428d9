import type { BackupSchedule } from '@holdfast/api/devices/backups'
import { consoleWords } from '../../../messages/console/console-words.ts'

type Schedule = Pick<BackupSchedule, 'every_minutes' | 'window_start' | 'window_end'>
type Every = keyof ReturnType<typeof consoleWords>['device']['everyOf']
export function everyWords(every: string): string {
  const words = consoleWords().device
  return words.everyOf[every as unknown as Every] ?? words.everyMinutes(Number(every))
}

/** When it is made, in a line. */
export function scheduleWords({ every_minutes, window_start, window_end }: Schedule): string {
  const words = consoleWords().device
  const window = window_start !== null && window_end !== null && words.windowWords(window_start, window_end)
  return [`${words.every}: ${everyWords(String(every_minutes ?? 'auto'))}`, window]
    .filter(Boolean)
    .join(' · ')
}

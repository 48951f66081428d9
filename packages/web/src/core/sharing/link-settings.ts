import type { Sharelink } from '@holdfast/api/sharing/links'
import type { linkSettings } from '../../messages/en/link-settings.ts'

/** What can be set on a link, each by a chip of its own. */
export type Setting = 'password' | 'expires' | 'limit' | 'uploads' | 'emails'

export interface SettingChip {
  id: Setting
  words: string
  /** Whether it is other than it was when the link was made. */
  isSet: boolean
}

/** All settings of a link in a few words each. */
export function settingsOf(
  link: Sharelink,
  words: typeof linkSettings,
  day: (date: string) => string,
): SettingChip[] {
  const isFolder = link.type === 'folder_sharelink'
  const { expires, download_limit: most } = link
  const drops = isFolder && link.upload_only
  const adds = isFolder && link.anon_edit && !link.login_required
  const hasEmails = link.download_notify || (isFolder && link.upload_notify)
  return [
    {
      id: 'password',
      words: link.has_password ? words.passwordSet : words.noPassword,
      isSet: link.has_password,
    },
    {
      id: 'expires',
      words: expires === null ? words.noExpiry : words.expires(day(expires)),
      isSet: expires !== null,
    },
    {
      id: 'limit',
      words: most === null ? words.noLimit : words.downloads(link.times_downloaded, most),
      isSet: most !== null,
    },
    ...(isFolder
      ? [
          {
            id: 'uploads' as const,
            words: drops ? words.drops : adds ? words.adds : words.looks,
            isSet: drops || adds,
          },
        ]
      : []),
    { id: 'emails', words: hasEmails ? words.emails : words.noEmails, isSet: hasEmails },
  ]
}

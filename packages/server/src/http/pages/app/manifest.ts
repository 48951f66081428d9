import { accentsOf } from '@holdfast/api/accounts/accent'
import { ICON_PATH } from '../frame/icon.ts'
import { type Site, wordsOf } from '../frame/page-frame.ts'
import type { AppParts } from './app-files.ts'
import { assetPath } from './shell.ts'

/** Where other apps of a phone put what they share. The service worker takes it; without one it comes here. */
export const UPLOAD_PATH = '/upload'
/** Behind the app while it starts: the page in light colours, as in `frame/look.ts`. */
const BACKGROUND = '#f4f6f9'

/** What a phone or a computer needs to know to install the app: it has the name and the colour of the organization. */
export function manifestOf(site: Site, { icons }: AppParts, keeps: boolean): object {
  const { shortcuts: words } = wordsOf(site).general
  const png = (kind: string, size: number, purpose: 'any' | 'maskable') => ({
    ...{ src: assetPath(icons[kind] ?? ''), sizes: `${size}x${size}`, type: 'image/png', purpose },
  })
  const icon = png('192', 192, 'any')
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon] })
  return {
    // The same app whatever its start is called one day.
    id: '/',
    scope: '/',
    start_url: '/',
    name: site.name,
    short_name: site.name,
    lang: site.language,
    display: 'standalone',
    theme_color: accentsOf(site.color)?.light.accent ?? site.color,
    background_color: BACKGROUND,
    icons: [
      icon,
      png('512', 512, 'any'),
      png('maskable-192', 192, 'maskable'),
      png('maskable-512', 512, 'maskable'),
      { src: ICON_PATH, sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      shortcut(words.upload, UPLOAD_PATH),
      shortcut(words.search, '/search'),
      shortcut(words.recent, '/recent'),
    ],
    ...(keeps && {
      share_target: {
        ...{ action: UPLOAD_PATH, method: 'POST', enctype: 'multipart/form-data' },
        params: { files: [{ name: 'files', accept: ['*/*'] }] },
      },
    }),
  }
}

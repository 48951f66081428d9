import { createHash } from 'node:crypto'
import { pageScript } from '../frame/page-script.ts'
import { PAGES_STYLE } from '../frame/pages-style.ts'
import { LINK_PAGE_STYLE } from './page-style.ts'

/** A file that all pages share. Its name changes with its content, so that browsers may keep it. */
export interface Asset {
  path: string
  type: string
  body: string
}

export const ASSETS_PATH = '/shares/assets'

function asset(name: string, extension: string, type: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { path: `${ASSETS_PATH}/${name}-${hash}.${extension}`, type, body }
}

export const STYLE = asset('page', 'css', 'text/css; charset=utf-8', PAGES_STYLE + LINK_PAGE_STYLE)

let visiting: string | undefined
/** What runs on the pages of visitors who add nothing. */
export function visitScript(): string {
  visiting ??= pageScript('link-page').trim()
  return visiting
}

let script: Asset | undefined
/** Read once it is asked for: commands that serve no pages do without it. */
export function uploadScript(): Asset {
  script ??= asset('upload', 'js', 'text/javascript; charset=utf-8', pageScript('upload'))
  return script
}

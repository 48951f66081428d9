import { filled, html } from '../frame/markup.ts'
import { alertBox, type Page, wordsOf } from '../frame/page-frame.ts'
import type { News } from './folder-page.ts'
import { linkPage } from './frame.ts'
import { FOLDER_ICON } from './icons.ts'
import { aboutLink, type Shown } from './shown.ts'
import { addPart } from './upload-part.ts'

/** A folder for those who only add to it: it tells nothing of what is there. */
export function dropPage(
  shown: Shown,
  { name, done, problem, refused = [], status = 200 }: News & { name: string },
): Page {
  const { adding, general } = wordsOf(shown.look)
  const body = html`<div class="head">
${FOLDER_ICON}
<div class="title">
<h1><bdi>${name}</bdi></h1>
<p class="meta">${filled(adding.request, html`<bdi>${shown.sharedBy}</bdi>`)}</p>
</div>
</div>
${alertBox(problem)}
${done !== undefined && html`<p class="note good" role="status">${done} ${adding.thanks}</p>`}
${addPart(shown, { folderId: shown.sharedId, refused, mayMakeFolders: false })}
<p id="thanks" class="note good" hidden>${adding.thanks}</p>
${aboutLink(shown)}`
  const title = problem === undefined ? name : general.error(name)
  return linkPage(shown, { title, body, status, uploads: true })
}

import { html } from '../frame/markup.ts'
import { alertBox, type Page } from '../frame/page-frame.ts'
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
  const body = html`<div class="head">
${FOLDER_ICON}
<div class="title">
<h1><bdi>${name}</bdi></h1>
<p class="meta"><bdi>${shown.sharedBy}</bdi> asks for files. Nobody else who has this link sees what you add.</p>
</div>
</div>
${alertBox(problem)}
${done !== undefined && html`<p class="note good" role="status">${done}</p>`}
${addPart(shown, { folderId: shown.sharedId, refused, mayMakeFolders: false })}
${aboutLink(shown)}`
  const title = problem === undefined ? name : `Error: ${name}`
  return linkPage(shown, { title, body, status, uploads: true })
}

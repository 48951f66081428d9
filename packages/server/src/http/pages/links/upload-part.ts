import type { EntryId } from '@holdfast/api/ids'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { type Html, html } from '../frame/markup.ts'
import { wordsOf } from '../frame/page-frame.ts'
import type { ScriptWords } from './reasons.ts'
import { csrfField, type Shown } from './shown.ts'

/** A file that was not taken, and why. */
export interface Refused {
  name: string
  why: string
}

export interface Addition {
  folderId: EntryId
  refused: readonly Refused[]
  mayMakeFolders: boolean
}

/** Forms that work by themselves; where scripts run, files go one by one and show how far they are. */
export function addPart(shown: Shown, { folderId, refused, mayMakeFolders }: Addition): Html {
  const { addresses, csrf, look } = shown
  const here = addresses.folder(folderId)
  const { adding } = wordsOf(look)
  const still = shown.preview && html` disabled`
  return html`<section class="add" aria-labelledby="add-title">
<h2 id="add-title">${adding.title}</h2>
<form id="upload" method="post" action="${here}" enctype="multipart/form-data" data-to="${addresses.uploadTo(folderId)}" data-words="${JSON.stringify(scriptWords(look))}"${csrf !== undefined && html` data-csrf="${csrf}"`}>
${csrfField(shown)}
<div class="drop">
<label for="files">${adding.choose}<span class="or-drop" hidden> ${adding.orDrop}</span></label>
<input id="files" type="file" name="file" multiple required${still}>
<button class="primary"${still}>${adding.button}</button>
</div>
</form>
<p id="upload-state" class="meta" role="status"></p>
<ul id="uploads" class="uploads" aria-label="${adding.list}">${refused.map(
    ({ name, why }) =>
      html`<li class="failed"><bdi class="name">${name}</bdi><span class="state">${why}</span></li>`,
  )}</ul>
${mayMakeFolders && newFolderPart(shown, adding, here)}
</section>`
}

/** What the script says, as texts: it has no functions of the catalogue. */
function scriptWords(look: Shown['look']): ScriptWords {
  const { upload, refusals } = wordsOf(look)
  const { byCode, other, requestClosed } = refusals
  return { ...upload, refusals: { byCode, other, requestClosed, tooLarge: refusals.tooLarge('#') } }
}

const newFolderPart = (shown: Shown, adding: Messages['adding'], here: string): Html => {
  const still = shown.preview && html` disabled`
  return html`<details class="new-folder">
<summary>${adding.newFolder}</summary>
<form method="post" action="${here}">
${csrfField(shown)}
<input type="hidden" name="step" value="create_folder">
<label for="folder-name">${adding.folderName}</label>
<div class="row"><input id="folder-name" name="name" maxlength="255" autocomplete="off" required${still}><button class="secondary"${still}>${adding.create}</button></div>
</form>
</details>`
}

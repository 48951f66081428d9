import type { EntryId } from '@holdfast/api/ids'
import { type Html, html } from '../frame/markup.ts'
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
  const { addresses, csrf } = shown
  const here = addresses.folder(folderId)
  return html`<section class="add" aria-labelledby="add-title">
<h2 id="add-title">Add files</h2>
<form id="upload" method="post" action="${here}" enctype="multipart/form-data" data-to="${addresses.uploadTo(folderId)}"${csrf !== undefined && html` data-csrf="${csrf}"`}>
${csrfField(shown)}
<div class="drop">
<label for="files">Choose files<span class="or-drop" hidden> or drop them here</span></label>
<input id="files" type="file" name="file" multiple required>
<button class="primary">Upload</button>
</div>
</form>
<p id="upload-state" class="meta" role="status"></p>
<ul id="uploads" class="uploads" aria-label="Uploads">${refused.map(
    ({ name, why }) =>
      html`<li class="failed"><bdi class="name">${name}</bdi><span class="state">${why}</span></li>`,
  )}</ul>
${mayMakeFolders && newFolderPart(shown, here)}
</section>`
}

const newFolderPart = (shown: Shown, here: string): Html =>
  html`<details class="new-folder">
<summary>New folder</summary>
<form method="post" action="${here}">
${csrfField(shown)}
<input type="hidden" name="step" value="create_folder">
<label for="folder-name">Name of the folder</label>
<div class="row"><input id="folder-name" name="name" maxlength="255" autocomplete="off" required><button class="secondary">Create</button></div>
</form>
</details>`

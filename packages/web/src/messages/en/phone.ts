import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const files = (count: number) => plural(count, '# file', '# files')
const photos = (count: number) => plural(count, '# photo', '# photos')

/** Words for the installed app and for phones. */
export const phone = {
  kept: (at: string) => `The server can’t be reached. You see your files as of ${at}, and can’t change them.`,
  upload: {
    title: 'Upload files',
    hint: 'Select files or take photos, then choose a folder.',
    files: 'Select files…',
    photo: 'Take photo…',
    shared: (count: number) => `Upload ${files(count)}`,
    sharedHint: 'They are stored on this device until you choose a folder.',
    more: (count: number) => `and ${files(count)} more`,
    choose: 'Choose folder…',
    chooseTitle: (count: number) => `Choose a folder for ${files(count)}`,
    here: 'Upload here',
    discard: 'Discard',
    discarded: 'Files discarded',
    failed: 'The files couldn’t be stored on this device. There may not be enough space.',
  },
  photos: {
    title: 'Photos',
    added: (count: number, folder: string) => `Uploading ${photos(count)} to “${folder}”.`,
    another: 'Take another',
    done: 'Done',
  },
}

/** What the script of the upload form says. It runs in browsers, so these are texts and no functions: `#` stands for a name or a number. */
export const upload = {
  waiting: 'Waiting',
  cancel: 'Cancel',
  cancelOf: 'Cancel #',
  progressOf: 'Progress of #',
  storing: 'Saving…',
  cancelled: 'Canceled',
  brokeOff: 'Connection lost. Try again.',
  added: 'Uploaded',
  addedAs: 'Uploaded as #',
  again: 'Try again',
  againOf: 'Try again: #',
  noFolders: 'You can’t drop folders here, only files.',
  left: { one: '# file left', other: '# files left' },
  done: { one: '# file uploaded', other: '# files uploaded' },
  failed: { one: '# upload failed', other: '# uploads failed' },
}

// Folders that import each other. Run by scripts/boundaries.mjs, without tests, which may look anywhere.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Folders in a cycle can only be understood together: they are one folder with two names.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/(server|web|agent|api)/src/.' },
      to: { circular: true },
    },
  ],
  options,
}

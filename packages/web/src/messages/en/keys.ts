/** Words of the help for keyboard shortcuts. */
export const keys = {
  title: 'Keyboard shortcuts',
  move: 'Move through the list',
  ends: 'First or last item; page up or down',
  range: 'Select a range',
  toggle: 'Select or deselect (in grid view: preview)',
  up: 'Go to the parent folder',
  type: 'Jump to a name by typing its first letters',
  undo: 'Undo the last action',
  menu: 'Open the item’s menu',
  help: 'Show keyboard shortcuts',
  everywhere: 'Everywhere',
  viewer: 'Viewer',
  editor: 'Editor',
}

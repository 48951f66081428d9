/** Words of the help for keyboard shortcuts. */
export const keys = {
  title: 'Keyboard shortcuts',
  move: 'Move through the list',
  ends: 'First or last item; page up or down',
  range: 'Select a range',
  toggle: 'Select or deselect (preview in grid view)',
  up: 'Go to the parent folder',
  type: 'Jump to a name by typing first letters that aren’t shortcuts',
  undo: 'Undo the last action',
  menu: 'Open the item’s menu',
  help: 'Show keyboard shortcuts',
  everywhere: 'Everywhere',
  viewer: 'Viewer',
  editor: 'Editor',
}

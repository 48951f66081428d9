/** Words of the help for keyboard shortcuts. */
export const keys = {
  title: 'Keyboard shortcuts',
  move: 'Move in the list',
  ends: 'First, last; a screen up or down',
  range: 'Select a range, together with an arrow key',
  toggle: 'Select or deselect; in the grid, preview',
  up: 'Go to the parent folder',
  type: 'Jump to a name by typing its first letters',
  undo: 'Undo the last action',
  menu: 'Open the menu of the item',
  help: 'Show keyboard shortcuts',
  everywhere: 'Everywhere',
  viewer: 'Viewer',
  editor: 'Editor',
}

/** Whether fingers are what this screen is used with. */
export const touches = (): boolean => matchMedia('(pointer: coarse)').matches
/** Where a menu is a sheet that comes from below: as in menu.css. */
export const hasSheets = (): boolean => matchMedia('(pointer: coarse) and (max-width: 40rem)').matches

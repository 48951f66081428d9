/** Its keyboards write ⌘ on the key that is Ctrl elsewhere. */
export const isMac = (): boolean => navigator.platform.startsWith('Mac')

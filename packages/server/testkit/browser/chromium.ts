/** How tests start the browser of the machine: it reaches nothing by itself. */
export const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
}

/** The same without windows, and without what is made of them: there is no viewer for PDF. It takes a third less time. */
export const WINDOWLESS = { ...CHROMIUM, executablePath: '/usr/bin/chromium-headless-shell' }

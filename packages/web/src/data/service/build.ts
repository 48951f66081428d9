/** Whether the server gives out another build of the app by now; not, where it cannot be asked. */
export async function isOutdated(): Promise<boolean> {
  try {
    const page = await (await fetch('/shared')).text()
    const [, build] = /data-build="([\w-]+)"/.exec(page) ?? []
    return build !== undefined && build !== document.documentElement.dataset.build
  } catch {
    return false
  }
}

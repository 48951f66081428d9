/** What a service tells Prometheus. */
export interface SeenMetrics {
  text: string
  /** By name and labels as they are written. */
  get(name: string): number | undefined
  /** How much it has grown; one that was not there was nothing. */
  since(earlier: SeenMetrics, name: string): number
}

export async function readMetrics(url: string): Promise<SeenMetrics> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
  const text = await response.text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const values = new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))] as const
    }),
  )
  const get = (name: string) => values.get(name)
  return { text, get, since: (earlier, name) => (get(name) ?? 0) - (earlier.get(name) ?? 0) }
}

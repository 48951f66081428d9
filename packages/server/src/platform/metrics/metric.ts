/** The text format that Prometheus reads. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** One line of a counter or gauge has one number; a histogram the count of each bucket, then the sum of all values. */
export interface Sample {
  /** As they are written: `operation="upload",status="2xx"`. Words of ours only, and nothing of anybody's. */
  labels: string
  numbers: readonly number[]
}

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Of several processes: each has its part, or each sees the same and the largest counts. */
  together: 'sum' | 'max'
  /** Of a histogram. */
  bounds?: readonly number[]
  samples: readonly Sample[]
}

/** What several processes tell, as if it were one. */
export function joinMetrics(told: readonly (readonly Metric[])[]): Metric[] {
  const joined = new Map<string, Metric>()
  for (const metric of told.flat()) {
    const { samples = [] } = joined.get(metric.name) ?? {}
    joined.set(metric.name, { ...metric, samples: joinSamples(metric, samples) })
  }
  return [...joined.values()]
}

function joinSamples({ together, samples }: Metric, others: readonly Sample[]): Sample[] {
  const joined = new Map(others.map(({ labels, numbers }) => [labels, numbers]))
  for (const { labels, numbers } of samples) {
    const there = joined.get(labels)
    const join = (one: number, other: number) => (together === 'sum' ? one + other : Math.max(one, other))
    joined.set(labels, there ? numbers.map((value, n) => join(value, there[n] ?? 0)) : numbers)
  }
  return [...joined].map(([labels, numbers]) => ({ labels, numbers }))
}

/** What a process that ended has counted. Without it the sums would fall, and be taken for a new beginning. */
export const remainsOf = (metrics: readonly Metric[]): Metric[] =>
  metrics.filter(({ type }) => type !== 'gauge')

export function textOf(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map((metric) => {
      const { name, help, type, samples } = metric
      const lines = samples.flatMap((sample) => linesOf(metric, sample))
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')
}

function linesOf({ name, bounds }: Metric, { labels, numbers }: Sample): string[] {
  if (!bounds) return [`${name}${braced(labels)} ${numbers[0]}`]
  let count = 0
  const buckets = [...bounds, '+Inf'].map((bound, n) => {
    count += numbers[n] ?? 0
    return `${name}_bucket${braced(labels, `le="${bound}"`)} ${count}`
  })
  return [
    ...buckets,
    `${name}_sum${braced(labels)} ${numbers.at(-1)}`,
    `${name}_count${braced(labels)} ${count}`,
  ]
}

const braced = (...labels: string[]): string => {
  const given = labels.filter(Boolean).join(',')
  return given && `{${given}}`
}

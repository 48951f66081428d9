import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Histogram } from './histogram.ts'
import { joinMetrics, type Metric, remainsOf, textOf } from './metric.ts'

const counter = (...samples: [labels: string, value: number][]): Metric => ({
  name: 'seen_total',
  help: 'What was seen.',
  type: 'counter',
  together: 'sum',
  samples: samples.map(([labels, value]) => ({ labels, numbers: [value] })),
})
const spread = (...values: number[]): Metric => {
  const noted = new Histogram([1, 5])
  for (const value of values) noted.note(value)
  const samples = [{ labels: 'kind="a"', numbers: [...noted.counts, noted.sum] }]
  return { name: 'size', help: 'Sizes.', type: 'histogram', together: 'sum', bounds: noted.bounds, samples }
}
const newest = (value: number): Metric => ({
  ...counter(['', value]),
  name: 'newest',
  type: 'gauge',
  together: 'max',
})

describe('metrics', () => {
  it('are written as Prometheus reads them', () => {
    const metrics = [counter(['', 3]), spread(1, 2, 5, 6), { ...newest(1), samples: [] }]
    assert.equal(
      textOf(metrics),
      `# HELP seen_total What was seen.
# TYPE seen_total counter
seen_total 3
# HELP size Sizes.
# TYPE size histogram
size_bucket{kind="a",le="1"} 1
size_bucket{kind="a",le="5"} 3
size_bucket{kind="a",le="+Inf"} 4
size_sum{kind="a"} 14
size_count{kind="a"} 4
`,
    )
  })

  it('of several processes are those of one', () => {
    const one = [counter(['of="a"', 1], ['of="b"', 2]), spread(1), newest(7)]
    const other = [counter(['of="b"', 3], ['of="c"', 4]), spread(9), newest(5)]
    assert.deepEqual(joinMetrics([one, other, []]), [
      counter(['of="a"', 1], ['of="b"', 5], ['of="c"', 4]),
      spread(1, 9),
      newest(7),
    ])
  })

  it('of a process that is gone stay as far as they count up', () => {
    assert.deepEqual(remainsOf([counter(['', 1]), spread(1), newest(7)]), [counter(['', 1]), spread(1)])
  })
})

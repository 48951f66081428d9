// Preloaded by a server whose memory is looked at: at SIGUSR2 it collects garbage and says how many bytes of objects and
// buffers are left. The process has more: what the engine and the allocator keep ready for later.
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  writeSync(2, `holds ${heapUsed + external}\n`)
})

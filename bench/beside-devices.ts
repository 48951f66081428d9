import { setDefaultCACertificates } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { MAX_BATCH_OPS } from '@holdfast/api/files/sync'
import { Sender } from './batches.ts'

/** Devices that send new files by batches until they are told to stop; then this gives how many. */
export interface DevicesAtWork {
  url: string
  emails: readonly string[]
  password: string
  /** Certificates that count. */
  trusted: string[]
}

const { url, emails, password, trusted } = workerData as DevicesAtWork
setDefaultCACertificates(trusted)
let isOver = false
let sent = 0
parentPort?.once('message', () => {
  isOver = true
})
const devices: Sender[] = []
for (const email of emails) devices.push(await Sender.of(url, { email, password }))
parentPort?.postMessage('ready')
await Promise.all(
  devices.map(async (device) => {
    for (let round = 1; !isOver; round++) {
      await device.send(`round ${round}`, 2 * MAX_BATCH_OPS)
      sent += 2 * MAX_BATCH_OPS
    }
  }),
)
parentPort?.postMessage(sent)

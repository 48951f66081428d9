import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import type { SmsSender, TextMessage } from './sms.ts'

export interface SmsUnderTest {
  sender: SmsSender
  /** Every message sent so far, oldest first. */
  received(): Promise<TextMessage[]>
  close(): Promise<void>
}

/** What every sender of text messages must do, whatever becomes of them. */
export function smsContract(open: () => Promise<SmsUnderTest>) {
  let subject: SmsUnderTest
  beforeEach(async () => {
    subject = await open()
  })
  afterEach(async () => {
    await subject.sender.close()
    await subject.close()
  })

  it('delivers number and text unchanged, in order', async () => {
    const messages = [
      { to: '+4930123456', text: 'Your code is 123456.\n\nIt is valid for "ten" minutes: grüße 東京 🚪' },
      { to: '(030) 12-34.56', text: 'To: someone else' },
    ]
    for (const message of messages) await subject.sender.send(message)
    assert.deepEqual(await subject.received(), messages)
  })

  for (const to of ['', '+', 'ann', '+49 30\n123', '+49\r\nX: y', '030; 031']) {
    it(`refuses the number ${JSON.stringify(to)}`, async () => {
      await assert.rejects(subject.sender.send({ to, text: 'hello' }), /must be a phone number/)
      assert.deepEqual(await subject.received(), [])
    })
  }
}

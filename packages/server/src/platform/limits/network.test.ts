import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressToLog, networkOf } from './network.ts'

describe('addresses in the log', () => {
  const CASES: [address: string, full: string, short: string | undefined][] = [
    ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::1', '2001:db8:0::/48'],
    ['::1', '::1', '0:0:0::/48'],
    // Of a proxy that says something else.
    ['unknown', 'unknown', undefined],
  ]
  for (const [address, full, short] of CASES)
    it(`show ${address} as far as they should`, () => {
      assert.equal(addressToLog(address, 'full'), full)
      assert.equal(addressToLog(address, 'short'), short)
      assert.equal(addressToLog(address, 'none'), undefined)
    })
})

describe('a network', () => {
  it('is an address of IPv4, or 64 bits of IPv6', () => {
    assert.deepEqual(
      ['203.0.113.77', '::ffff:203.0.113.77', '2001:db8:1:2:3:4:5:6', '2001:db8::1'].map(networkOf),
      ['203.0.113.77', '203.0.113.77', '2001:db8:1:2::/64', '2001:db8:0:0::/64'],
    )
  })
})

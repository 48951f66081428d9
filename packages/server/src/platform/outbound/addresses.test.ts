import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHost, isLoopback, isNeverAllowed, plainAddress } from './addresses.ts'

describe('the addresses of directories', () => {
  it('are not where machines ask for their credentials, however it is written', () => {
    for (const address of [
      '169.254.169.254',
      '169.254.0.1',
      '0.0.0.0',
      '::',
      'fe80::1',
      'febf::1',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '::169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      'fd00:ec2::254',
      '100.100.100.200',
      '224.0.0.1',
      '255.255.255.255',
      'ff02::1',
    ])
      assert.equal(isNeverAllowed(address), true, address)
  })

  it('may be in private networks', () => {
    for (const address of ['10.0.0.5', '192.168.1.1', '172.16.0.1', 'fd12::5', '203.0.113.5', '2001:db8::1'])
      assert.equal(isNeverAllowed(address), false, address)
  })

  it('are known for the own machine in every spelling', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:ffff:7f00:1'])
      assert.equal(isLoopback(address), true, address)
    assert.equal(isLoopback('10.0.0.1'), false)
    assert.equal(plainAddress('fe80::1%eth0'), 'fe80::1')
  })

  it('have names that are nothing else', () => {
    for (const host of [
      'ldap.example.org',
      'dc1',
      'localhost',
      '10.0.0.1',
      '::1',
      'a-b.c_d.example',
      'dc.example.org.',
    ])
      assert.equal(isHost(host), true, host)
    for (const host of [
      '',
      'a b',
      'ldap://x',
      'x/y',
      'user@x',
      'x:389',
      '2130706433',
      '0x7f.1',
      '127.1',
      '-x.org',
      '[::1]',
      'a..b',
    ])
      assert.equal(isHost(host), false, host)
  })
})

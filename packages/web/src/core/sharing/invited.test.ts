import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { invitedIn, namedAddress, namesOf } from './invited.ts'

describe('those who are invited', () => {
  it('are read from what people write or paste, each once', () => {
    const text = `ann.keller@example.org, Ben Okafor <ben@example.org>;
"Lind, Noa" <noa@example.org>
ANN.KELLER@example.org`
    const { invited, wrong } = invitedIn(text)
    assert.deepEqual(
      invited.map(({ email, firstName, lastName }) => [email.toLowerCase(), firstName, lastName]),
      [
        ['ann.keller@example.org', 'Ann', 'Keller'],
        ['ben@example.org', 'Ben', 'Okafor'],
        ['noa@example.org', 'Noa', 'Lind'],
      ],
    )
    assert.deepEqual(wrong, [])
  })

  it('are read one by one, with the name beside the address', () => {
    const noa = { email: 'noa@example.org', name: 'Lind, Noa' }
    assert.deepEqual(namedAddress(' "Lind, Noa" <noa@example.org>'), noa)
    assert.deepEqual(namedAddress('noa@example.org '), { ...noa, name: '' })
    assert.deepEqual(namedAddress('Noa <noa@>'), { email: 'Noa <noa@>', name: '' })
  })

  it('are told apart from what is no address', () => {
    const { invited, wrong } = invitedIn('Ben Okafor\n\nben@example.org, ann@, <>')
    assert.deepEqual(
      invited.map(({ email }) => email),
      ['ben@example.org'],
    )
    assert.deepEqual(wrong, ['Ben Okafor', 'ann@', '<>'])
  })

  it('have both names, however little was said', () => {
    assert.deepEqual(namesOf('maria-jose_ruiz@a.example'), { firstName: 'Maria Jose', lastName: 'Ruiz' })
    assert.deepEqual(namesOf('ann@example.org'), { firstName: 'Ann', lastName: '(example.org)' })
    assert.deepEqual(namesOf('x@example.org', 'Ann van der Berg'), {
      ...{ firstName: 'Ann van der', lastName: 'Berg' },
    })
    assert.deepEqual(namesOf('...@example.org'), { firstName: '...@example.org', lastName: '(example.org)' })
  })
})

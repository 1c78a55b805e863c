import { describe, expect, it } from 'vitest'

import { meaning } from './keys'

function pressed(key: string, on: string, more: KeyboardEventInit = {}): ReturnType<typeof meaning> {
  const element = document.createElement(on)
  document.body.append(element)
  let found: ReturnType<typeof meaning> = null
  element.addEventListener('keydown', (event) => (found = meaning(event)))
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  element.remove()
  return found
}

describe('a key', () => {
  it('means something at the table', () => {
    expect(pressed('u', 'div')).toBe('undo')
    expect(pressed('3', 'div')).toBe(3)
    expect(pressed('z', 'div')).toBe(null)
  })

  it('means nothing while somebody types, or with a modifier', () => {
    expect(pressed('u', 'textarea')).toBe(null)
    expect(pressed('u', 'div', { ctrlKey: true })).toBe(null)
  })

  it('presses the button that has the focus, and nothing else', () => {
    expect(pressed('Enter', 'button')).toBe(null)
    expect(pressed('Enter', 'div')).toBe('confirm')
  })
})

/** CSS variables of one element, set by script: the page's CSP allows no style attribute. */
import type { Attachment } from 'svelte/attachments'

export function variables(values: Readonly<Record<`--${string}`, string | number>>): Attachment<HTMLElement> {
  return (element) => {
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, String(value))
  }
}

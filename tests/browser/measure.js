// Measures a page: returns which texts and buttons overlap, are cut, or leave the window.
function measure() {
  const found = []
  const style = (one) => getComputedStyle(one)
  const say = (one) => {
    const text = (one.innerText ?? one.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
    return `${one.tagName.toLowerCase()}.${[...one.classList].filter((name) => !name.startsWith('svelte')).join('.')} "${text}"`
  }
  const spoken = (one) => {
    for (let up = one; up; up = up.parentElement) if (style(up).clipPath === 'inset(50%)') return true
    return false
  }
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !spoken(one)
  const passing = '.toast, .banner, [aria-live], .sr, option, select, .happening, .burst, .flight, [data-overlaps]'
  const shown = (one) => seen(one) && !one.closest(passing)

  // These end in dots; whether that is so is measured below.
  const shortens = (one) =>
    style(one).textOverflow === 'ellipsis' || style(one).webkitLineClamp !== 'none' || one.matches('[data-brief]')

  // The part of a box that its ancestors do not clip or scroll away.
  const clip = (one, box, itself = false) => {
    let { left, top, right, bottom } = box
    let cut = false
    let fixed = style(one).position === 'fixed'
    for (let up = itself ? one : one.parentElement; up && !fixed; up = up.parentElement) {
      const { overflowX, overflowY, position } = style(up)
      if (
        up !== document.body &&
        up !== document.documentElement &&
        (overflowX !== 'visible' || overflowY !== 'visible')
      ) {
        const edge = up.getBoundingClientRect()
        const hides = overflowX === 'hidden' || overflowX === 'clip' || overflowY === 'hidden'
        const spills =
          left < edge.left - 1.5 || top < edge.top - 2.5 || right > edge.right + 1.5 || bottom > edge.bottom + 2.5
        if (hides && spills && !shortens(up)) cut = true
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      fixed = position === 'fixed'
    }
    return { left, top, right, bottom, cut, empty: right - left < 2 || bottom - top < 2 }
  }

  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement
    if (!node.data.trim() || !shown(one)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue
      const left = clip(one, box, !one.closest('svg'))
      if (left.empty) {
        if (left.cut) texts.cut = [...(texts.cut ?? []), one]
        continue
      }
      if (left.cut) found.push(`cut: ${say(one)}`)
      if (left.right > innerWidth + 1 || left.left < -1) found.push(`outside: ${say(one)}`)
      texts.push({ one, ...left })
    }
    for (const word of node.data.matchAll(/[\p{L}\p{N}’']{2,}/gu)) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const lines = new Set(
        [...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top / 4)),
      )
      if (lines.size > 1 && !one.closest('[data-name]') && !clip(one, range.getBoundingClientRect()).empty)
        found.push(`broken: ${word[0]} in ${say(one)}`)
    }
  }
  for (const one of document.querySelectorAll('body *')) {
    if (!shown(one) || one.closest('svg, [data-brief]')) continue
    const { overflowX, textOverflow, webkitLineClamp } = style(one)
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    // A name that somebody chose may be long: its beginning is enough.
    const told = one.matches('[data-name]') && (one.innerText.length * one.clientWidth) / one.scrollWidth >= 5
    if (told) continue
    if (textOverflow === 'ellipsis' && own && one.scrollWidth > one.clientWidth + 1 && overflowX === 'hidden')
      found.push(`shortened: ${say(one)}`)
    else if (webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 3) found.push(`shortened: ${say(one)}`)
  }

  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  const related = (a, b) => a === b || a.contains(b) || b.contains(a)
  const layer = (one) => one.closest('.ask, .tabs, dialog, [popover], .payment, .tutorial')
  for (let i = 0; i < texts.length; i++)
    for (let j = i + 1; j < texts.length; j++) {
      const a = texts[i],
        b = texts[j]
      if (!related(a.one, b.one) && !a.one.closest('.spot, .piece') && layer(a.one) === layer(b.one) && meet(a, b))
        found.push(`text over text: ${say(a.one)} | ${say(b.one)}`)
    }
  const buttons = [...document.querySelectorAll('button, a[href], input, [role=button], summary')]
    .filter((one) => shown(one) && !one.closest('svg') && !one.matches('.spot, .piece'))
    .map((one) => ({ one, ...clip(one, one.getBoundingClientRect()) }))
    .filter((box) => !box.empty)
  for (const box of buttons) if (box.right > innerWidth + 1 || box.left < -1) found.push(`outside: ${say(box.one)}`)
  for (let i = 0; i < buttons.length; i++) {
    for (let j = i + 1; j < buttons.length; j++) {
      const a = buttons[i],
        b = buttons[j]
      if (!related(a.one, b.one) && layer(a.one) === layer(b.one) && meet(a, b))
        found.push(`button over button: ${say(a.one)} | ${say(b.one)}`)
    }
    for (const text of texts) {
      const { one } = buttons[i]
      if (
        !related(one, text.one) &&
        !text.one.closest('.spot, .piece') &&
        layer(one) === layer(text.one) &&
        meet(buttons[i], text) &&
        !one.matches('.peek')
      )
        found.push(`button over text: ${say(one)} | ${say(text.one)}`)
    }
  }

  // On the map pieces stand close together; but no name is covered, and each dial and piece can be pointed at.
  const part = (selector, inset) =>
    [...document.querySelectorAll(selector)].filter(shown).map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      const [x, y] = [(right - left) * inset, (bottom - top) * inset]
      return { one, left: left + x, top: top + y, right: right - x, bottom: bottom - y }
    })
  // Of a plate, only its letters count.
  const letters = [...document.querySelectorAll('.spot .plate')].filter(shown).map((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { left, top, right, bottom } = range.getBoundingClientRect()
    return { one, left, top: top + 2, right, bottom: bottom - 2 }
  })
  const [plates, discs, pieces] = [letters, part('.spot .disc', 0.15), part('.piece', 0.2)]
  const crowd = (ones, others, said) => {
    for (const a of ones)
      for (const b of others) if (a.one !== b.one && meet(a, b)) found.push(`${said}: ${say(a.one)} | ${say(b.one)}`)
  }
  crowd(plates, plates, 'name over name')
  crowd(plates, discs.concat(pieces), 'name covered')
  crowd(discs, discs, 'dial over dial')
  crowd(plates, buttons, 'name covered')
  return [...new Set(found)]
}

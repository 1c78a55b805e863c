/** Icons of this game: one line of 1.75 on a ground of 24. */
export const ICONS: Readonly<Record<string, string>> = {
  move: 'M4.5 17.5c4 0 3-10.500 8-10.500h7M16 3.500 19.500 7 16 10.500M3 17.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0',
  interact:
    'M7.500 12.500V6.300a1.500 1.500 0 0 1 3 0v4.700V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v6V9a1.500 1.500 0 0 1 3 0v5c0 4.300-2.600 7.500-6.700 7.500-3 0-4.600-1.400-6-3.800l-2.600-4.500c-.8-1.500 1.100-2.700 2.200-1.500z',
  reroll: 'M19.500 10.500A8 8 0 0 0 5 8M4.500 13.500A8 8 0 0 0 19 16M4.500 3.500V8H9M19.500 20.500V16H15',
  excellent: 'm12 3 2.700 5.800 6.300.8-4.600 4.400 1.200 6.300L12 17.200l-5.600 3.100 1.200-6.300L3 9.600l6.300-.8z',
  bogus: 'M5.500 5.500l13 13M18.500 5.500l-13 13M2.500 12a9.500 9.500 0 1 0 19 0a9.500 9.500 0 1 0-19 0',
  blank: 'M9 12h6',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  rift: 'm13 2-7 11h5l-1 9 8-12h-5z',
  deck: 'M8 3h11v15H8zM5 6v15h11',
  check: 'm4.500 12.500 5 5L19.500 7',
  flag: 'M6 21V4h11l-2.500 4 2.500 4H6',
  home: 'M4 11.500 12 4l8 7.500M6.500 9.500V20h11V9.500M10 20v-5h4v5',
  booth:
    'M6 21V6.500A2.500 2.500 0 0 1 8.500 4h7A2.500 2.500 0 0 1 18 6.500V21M3.500 21h17M6 8.500h12M10 1.500h4M12 12v3.500l2.700 1.600',
  eject: 'M12 4 4.500 13h15zM5 18h14',
  broken: 'M12 3 9.500 9l4 3-3 9M4 7.500A9 9 0 0 0 8 20M20 7.500A9 9 0 0 1 16 20',
  discard: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  eye: 'M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500s-7-2-9.500-6.500zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  people:
    'M5.500 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0M2.500 19c0-4 2.500-6 6-6s6 2 6 6M15 5.500a3 3 0 0 1 0 5.500M17 13.500c2.800.6 4.500 2.500 4.500 5.500',
  pass: 'M3.500 8.500h14M14 5l3.500 3.500L14 12M20.500 15.500h-14M10 12l-3.500 3.500L10 19',
  gift: 'M4 10h16v4H4zM5.500 14v6.500h13V14M12 10v10.500M12 10c-5 0-6-6-3-6 2 0 3 3 3 6zM12 10c5 0 6-6 3-6-2 0-3 3-3 6z',
  clock: 'M3.500 12a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0M12 7v5l3.500 2',
  warn: 'M12 3.500 2.500 20h19zM12 10v4.500M12 17v.2',
  swap: 'M7 4 3.500 7.500 7 11M3.500 7.500H17M17 13l3.500 3.500L17 20M20.500 16.500H7',
  trophy:
    'M7.500 4h9v5a4.500 4.500 0 0 1-9 0zM7.500 5.500H4V7a3.500 3.500 0 0 0 3.500 3.500M16.500 5.500H20V7a3.500 3.500 0 0 1-3.500 3.500M12 13.500V17M8.500 20.500h7M9.500 17h5',
  spark: 'M12 2.500v19M2.500 12h19M5.500 5.500l13 13M18.500 5.500l-13 13',
  bust: 'M8 8.500a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.500 21c0-5 3-7.500 7.500-7.500s7.500 2.500 7.500 7.500z',
}

/** The icon of a Riff card's verb. */
export const VERB_ICONS: Readonly<Record<string, string>> = {
  raise: 'up',
  raise_numbers: 'up',
  raise_each_player: 'people',
  raise_san_dimas: 'rift',
  lower_san_dimas: 'down',
  lower_here: 'down',
  move_you: 'move',
  move_everyone: 'people',
  eject: 'eject',
  unfix: 'broken',
  draw: 'deck',
  discard: 'discard',
  peek: 'eye',
}

/** The mark in the corner of a die: kinds can be told apart without colour. */
export const DIE_ICONS: Readonly<Record<string, string>> = {
  wyld: 'spark',
  character: 'bust',
  triumphant: 'trophy',
  bogus: 'bogus',
}

/** The shapes of the players' colours, on a ground of 40. */
export const SHAPES: Readonly<Record<string, string>> = {
  p1: 'M20 4 37 34a1.500 1.500 0 0 1-1.300 2.200H4.300A1.500 1.500 0 0 1 3 34z',
  p2: 'M2 20a18 18 0 1 0 36 0a18 18 0 1 0-36 0',
  p3: 'M6 4h28a2 2 0 0 1 2 2v28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  p4: 'M20 1.500 38.500 20 20 38.500 1.500 20z',
  p5: 'M11 3h18l9.500 17L29 37H11L1.500 20z',
  p6: 'M13 3h14v10h10v14H27v10H13V27H3V13h10z',
}

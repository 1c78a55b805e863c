/** What a television shows of Riff in Time. */
export { default } from './Tv.svelte'
export { default as Held } from './TvDice.svelte'

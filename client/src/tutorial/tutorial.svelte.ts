/** The tutorial: a game's lessons, one after the other, at a real table. */
import type { At, Lesson } from '../games/contract'
import type { Told } from '../protocol/types'
import type { Named } from '../table/choice.svelte'

export class Tutorial {
  step = $state(0)
  /** The moment at which the tutorial began. */
  private began = $state(0)

  constructor(
    private readonly lessons: () => readonly Lesson[],
    private readonly log: () => readonly { moment: number; told: Told | null }[],
    private readonly moment: () => number,
  ) {}

  get lesson(): Lesson | null {
    return this.lessons()[this.step] ?? null
  }
  /** The scripts of this lesson and those after it: the answers that are still to come. */
  get scripts(): readonly (readonly Named[])[] {
    return this.lessons()
      .slice(this.step)
      .flatMap((lesson) => (lesson.script ? [lesson.script] : []))
  }
  get count(): number {
    return this.lessons().length
  }
  get done(): boolean {
    return this.step >= this.count
  }

  start(): void {
    this.step = 0
    this.began = this.moment()
  }

  next(): void {
    this.step += 1
  }

  /** To be called when the table changes: a lesson whose condition holds leads on to the next. */
  look(at: At): void {
    const since = this.log().flatMap((entry) => (entry.told && entry.moment > this.began ? [entry.told] : []))
    if (this.lesson?.until?.(at, since)) this.next()
  }
}

/** Whether the player wants to choose how to pay even if one way is clearly the cheapest. */
class Paying {
  asks = $state(false)
}

export const paying = new Paying()

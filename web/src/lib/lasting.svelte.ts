/** Whether `is` has been true for at least `ms`. Call it while a component is being made. */
export function lasting(is: () => boolean, ms: number): () => boolean {
  let lasts = $state(false)
  $effect(() => {
    if (!is()) return
    const timer = setTimeout(() => (lasts = true), ms)
    return () => {
      clearTimeout(timer)
      lasts = false
    }
  })
  return () => lasts
}

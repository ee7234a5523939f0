/** Whether something has been so for so many ms; asked for while a component is made. */
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

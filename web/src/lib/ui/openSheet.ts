import { mount, unmount, type Component } from 'svelte'

/** Show a sheet from where the colours are not those of the page, such as on felt; returns what closes it. */
export function openSheet<Props extends { onclose: () => void }>(
  sheet: Component<Props>,
  props: Omit<Props, 'onclose'>,
): () => void {
  let close = (): void => {
    close = () => undefined
    void unmount(opened)
  }
  const opened = mount(sheet, {
    target: document.body,
    props: { ...props, onclose: () => close() } as Props,
  })
  return () => close()
}

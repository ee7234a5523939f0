/** Have the browser save a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // a browser may still read it after the click
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

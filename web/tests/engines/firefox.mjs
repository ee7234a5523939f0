import puppeteer from 'puppeteer-core'

/** Firefox, which speaks WebDriver BiDi itself. `program` is its path. */
export async function open(program) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  const errors = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    goto: (address) => page.goto(address),
    run: (source) => page.evaluate(source),
    click: (x, y) => page.mouse.click(x, y),
    errors: () => errors,
    close: () => browser.close(),
  }
}

import puppeteer from 'puppeteer-core'

const LONGEST_WAIT = 120_000
/** One process for all pages, and none in reserve. */
const ONE_PROCESS = {
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
}

/** Firefox, which speaks WebDriver BiDi itself. `program` is its path. */
export async function open(program) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    extraPrefsFirefox: ONE_PROCESS,
    timeout: LONGEST_WAIT,
    protocolTimeout: LONGEST_WAIT,
  })
  const errors = []
  let page
  let closing = false
  const note = (error) => closing || errors.push(error)
  return {
    /** Uses a new tab: Firefox logs an error when leaving a page cancels its requests. */
    goto: async (address) => {
      page = await browser.newPage()
      await page.setViewport({ width: 1280, height: 800 })
      page.on('console', (message) => message.type() === 'error' && note(message.text()))
      page.on('pageerror', (error) => note(String(error)))
      await page.goto(address, { timeout: LONGEST_WAIT })
    },
    keep: (name, value) => page.setCookie({ name, value }),
    run: (source) => page.evaluate(source),
    click: (x, y) => page.mouse.click(x, y),
    errors: () => errors,
    close: () => {
      closing = true
      return browser.close()
    },
  }
}

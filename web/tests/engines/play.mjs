// Opens a table of each game in another browser and plays a trick of it:
//   node play.mjs firefox|webkit PROGRAM ADDRESS GAME...
// Ends with 1 and says why where a table cannot be played, or where the console has an error.
import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_WAIT = 30_000
const PLAYED = 2
const MOST_STEPS = 60
const PREFERENCES = { pace: 'none', motion: 'none', coach: false }

/** What can be pressed, in the order in which it is: pass, play, draw, else what the hint says. */
const STEPS = [
  { press: '.bar .out' },
  { press: '[data-hand] li.legal button', plays: true },
  { press: '.piles button.glows' },
  { press: '.bar:has(.side) .actions .button.primary', plays: true },
  { press: '.bar .side:enabled' },
]

const [engine, program, address, ...games] = process.argv.slice(2)
const { open } = await import(`./${engine}.mjs`)
const browser = await open(program)
let failed = false
try {
  await browser.goto(`${address}/favicon.svg`) // nothing else loads there
  const preferences = JSON.stringify(JSON.stringify(PREFERENCES))
  await browser.run(`localStorage.setItem('sevenfold.preferences', ${preferences})`)
  for (const game of games) await playATrick(game)
} catch (error) {
  console.error(error.message)
  failed = true
} finally {
  await browser.close()
}
for (const error of browser.errors()) console.error(`console: ${error}`)
process.exit(failed || browser.errors().length > 0 ? 1 : 0)

async function playATrick(game) {
  const table = await browser.run(`fetch('/api/session', { method: 'POST' })
    .then(() => fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: '${game}', pace: 0 }),
    }))
    .then((answer) => answer.json())
    .then(({ id }) => id)`)
  await browser.goto(`${address}/tables/${table}`)
  let played = 0
  for (let steps = 0; played < PLAYED; steps++) {
    if (steps === MOST_STEPS) throw new Error(`${game}: no trick was played in ${steps} steps`)
    const step = await next(game)
    if (step === 'over') break
    if (step.plays) played++
  }
  await settled()
  console.log(`a trick of ${game}`)
}

/** Wait until the page has fetched what it wants: Firefox calls it an error when the way to the next table cuts that off. */
async function settled() {
  const fetched = () => browser.run(`performance.getEntriesByType('resource').length`)
  for (let before = -1, now = await fetched(); now !== before;) {
    await sleep(400)
    before = now
    now = await fetched()
  }
}

/** Press what can be pressed, and wait until the page has changed by it. */
async function next(game) {
  const end = Date.now() + LONGEST_WAIT
  while (Date.now() < end) {
    if (await browser.run(`document.querySelector('section.end, section.paper') !== null`)) return 'over' // or thrown in
    for (const step of STEPS) {
      const spot = await browser.run(spotOf(step.press))
      if (!spot) continue
      const before = await browser.run('document.body.innerText')
      await browser.click(spot.x, spot.y)
      await changed(before)
      return step
    }
    await sleep(50)
  }
  throw new Error(`${game}: there is nothing to press`)
}

async function changed(before) {
  for (let i = 0; i < 40; i++) {
    if ((await browser.run('document.body.innerText')) !== before) return
    await sleep(50)
  }
}

/** Where to press the first of these: a card at its index, a button in the middle; null where it is not to be had. */
function spotOf(selector) {
  return `(() => {
    const found = document.querySelector('${selector}')
    if (!found) return null
    const { x, y, width, height } = found.getBoundingClientRect()
    return found.closest('[data-hand]') ? { x: x + 12, y: y + 16 } : { x: x + width / 2, y: y + height / 2 }
  })()`
}

// Opens a table of each game in another browser and plays a trick, as the person with this session:
//   node play.mjs firefox|webkit PROGRAM ADDRESS SESSION GAME=TABLE...
// Exits with 1 and says why if a table cannot be played or the console has an error.
import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_WAIT = 90_000
const LONGEST_LOOK = 5_000
const OFTEN = 50
const PLAYED = 2
const PREFERENCES = { pace: 'none', motion: 'none', coach: false }

/** What to press, in this order: pass, draw, play what is chosen, else a card or the hint.
 * A refused choice is not played again: a press that missed its button has changed what was chosen. */
const PASS = '.bar .out'
const DRAW = '.piles button.glows:first-child'
const PLAY = 'body:not(:has(.refusal)) .bar:has(.side) .actions .button.primary'
const CARD = '[data-hand] li.legal button'
const HINT = '.bar .side:enabled'
/** The games in which pressing a card plays it; in the others the hint chooses cards. */
const BY_CARD = ['lockup', 'trump7']

/** The page is laid out and played at, but not painted, which takes WebKit nearly half of the time here. */
const UNPAINTED = `document.documentElement.style.opacity = '0'`
const SEEN = 'document.body.innerText'
const OVER = `document.querySelector('section.end, section.paper') !== null` // or thrown in
const HELD = `document.querySelectorAll('[data-hand] button').length`

const [engine, program, address, session, ...tables] = process.argv.slice(2)
const { open } = await import(`./${engine}.mjs`)
const browser = await open(program)
let failed = false
try {
  await browser.goto(`${address}/favicon.svg`) // nothing else loads there
  const preferences = JSON.stringify(JSON.stringify(PREFERENCES))
  await browser.run(`localStorage.setItem('sevenfold.preferences', ${preferences})`)
  await browser.keep('sevenfold_session', session)
  for (const table of tables) await playATrick(...table.split('='))
} catch (error) {
  complain(error.message)
} finally {
  await browser.close()
}
for (const error of browser.errors()) complain(`console: ${error}`)
process.exit(failed ? 1 : 0)

function complain(text) {
  console.error(text)
  failed = true
}

async function playATrick(game, table) {
  const end = Date.now() + LONGEST_WAIT
  await browser.goto(`${address}/tables/${table}`)
  await browser.run(UNPAINTED)
  let played = 0
  let held = 0
  while (played < PLAYED && !(await browser.run(OVER))) {
    if (Date.now() > end)
      throw new Error(`${game}: no trick was played, and now one sees\n${await browser.run(SEEN)}`)
    await press([PASS, DRAW, PLAY, BY_CARD.includes(game) ? CARD : HINT])
    const before = held
    held = await browser.run(HELD)
    if (held < before) played++
  }
  console.log(`a trick of ${game}`)
}

/** Press the first of these that is there, and wait for the page to change. If it moved, press it again. */
async function press(selectors) {
  const seen = await browser.run(SEEN)
  const point = await browser.run(pointOf(selectors))
  if (point) await browser.click(point.x, point.y)
  const end = Date.now() + LONGEST_LOOK
  do await sleep(OFTEN)
  while (point && Date.now() < end && (await browser.run(SEEN)) === seen)
}

/** Where to press the first of these that is there: a card at its index, a button in the middle; null where none is. */
function pointOf(selectors) {
  return `(() => {
    const found = ${JSON.stringify(selectors)}.map((selector) => document.querySelector(selector)).find(Boolean)
    if (!found) return null
    const { x, y, width, height } = found.getBoundingClientRect()
    return found.closest('[data-hand]') ? { x: x + 12, y: y + 16 } : { x: x + width / 2, y: y + height / 2 }
  })()`
}

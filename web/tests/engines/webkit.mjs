import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_START = 120_000
/** What WebKit prints for an error in the console: "CONSOLE JS ERROR …", "CONSOLE SECURITY ERROR …". */
const ERROR = /^CONSOLE .*\bERROR\b.*$/gm

/** WebKit, by its own driver (WebDriver over HTTP), on a virtual screen. `program` is the driver's path. */
export async function open(program) {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3], 'data')
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  let written = ''
  for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (text) => (written += text))

  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
    })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`)
    return value
  }

  await until(() => ask('GET', '/status'))
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
  const { sessionId } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  })
  const session = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body)
  await session('POST', '/window/rect', { width: 1280, height: 860 })
  return {
    goto: (url) => session('POST', '/url', { url }),
    keep: (name, value) => session('POST', '/cookie', { cookie: { name, value } }),
    run: (source) =>
      session('POST', '/execute/async', {
        script: `const done = arguments[0]; Promise.resolve(${source}).then(done, (error) => done(String(error)))`,
        args: [],
      }),
    click: (x, y) =>
      session('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
    errors: () => written.match(ERROR) ?? [],
    close: async () => {
      await session('DELETE', '').catch(() => undefined)
      driver.kill()
      screen.kill()
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function until(ready) {
  const end = Date.now() + LONGEST_START
  for (;;) {
    try {
      return await ready()
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(50)
    }
  }
}

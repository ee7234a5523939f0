// Writes src/lib/protocol.ts from the schema and the limits that the server prints; with --check, fails where it is stale.
// The Python that has sevenfold is $PYTHON, or the one in .venv, or the first on the path.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const target = fileURLToPath(new URL('../src/lib/protocol.ts', import.meta.url))
const ours = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url))
const python = process.env.PYTHON ?? (existsSync(ours) ? ours : 'python3')

// The views of the games that have a table of their own: the plain table draws any other without its type.
const tables = fileURLToPath(new URL('../src/table', import.meta.url))
const games = readdirSync(tables).filter((name) => existsSync(`${tables}/${name}/index.ts`))

const { status, stdout } = spawnSync(python, ['-m', 'sevenfold.server.protocol.schema', ...games], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) {
  console.error(`${python} could not print the schema; $PYTHON names another`)
  process.exit(1)
}
const { limits, ...schema } = JSON.parse(stdout)
const constants = Object.entries(limits).map(([name, value]) => `export const ${name} = ${value}\n`)
const interfaces = await compile(schema, 'Protocol', {
  additionalProperties: false,
  bannerComment:
    '// Made from sevenfold.server.protocol.schema by `npm run types`; edit the structs there, never this file.',
  style: { printWidth: 110, semi: false, singleQuote: true },
})
const types = `${interfaces}\n${constants.join('')}`

if (!process.argv.includes('--check')) {
  writeFileSync(target, types)
} else if (readFileSync(target, 'utf8') !== types) {
  console.error('src/lib/protocol.ts is stale: run `npm run types`')
  process.exit(1)
}

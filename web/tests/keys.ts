const literals = (name: string) =>
  new RegExp(`(?<![\\w.])${name}\\(\\s*(?:[^()'"\`]*\\?\\s*)?'([^']+)'(?:\\s*:\\s*'([^']+)')?`, 'g')
const FAMILY = /(?<![\w.])family\(\s*'([^']+)',\s*\[([^\]]*)\]/g
const PROBLEMS = /(?<![\w.])problems\(\s*'([^']+)',\s*\[([^\]]*)\]/g
const OURS = /(?<![\w.])ownText\([^()]*'([^']+)'\)/g

function keysIn(source: string, call: RegExp): string[] {
  return [...source.matchAll(call)].flatMap(([, ...keys]) => keys).filter((key) => key !== undefined)
}

const namesIn = (literal: string) => [...literal.matchAll(/'([^']+)'/g)].map(([, name]) => name!)

/** The keys `PREFIX.NAME` of `family('prefix', ['name'])`. */
export function familyKeys(source: string): string[] {
  return [...source.matchAll(FAMILY)].flatMap(([, prefix, names]) =>
    namesIn(names!).map((name) => `${prefix}.${name}`),
  )
}

/** The keys of `problems('prefix', ['code'])`: a title and a help for each code. */
function problemKeys(source: string): string[] {
  return [...source.matchAll(PROBLEMS)].flatMap(([, prefix, codes]) =>
    namesIn(codes!).flatMap((code) => [`${prefix}.${code}`, `${prefix}_help.${code}`]),
  )
}

/** The page's messages that a source uses: `t('key')`, `t(x ? 'key' : 'key')`, families, problems, what a game may replace. */
export function usedKeys(source: string): string[] {
  return [
    ...keysIn(source, literals('t')),
    ...keysIn(source, OURS),
    ...familyKeys(source),
    ...problemKeys(source),
  ]
}

/** The messages of its own server that the source of a table uses: `gameText('key')`. */
export function ownKeys(source: string): string[] {
  return keysIn(source, literals('gameText'))
}

/** Calls of `t` whose key is put together from parts: a reader could not tell which messages they use. */
export function hiddenKeys(source: string): string[] {
  return [...source.matchAll(/(?<![\w.])(?:t|gameText)\(\s*(`[^`]*`|'[^']*'\s*\+)/g)].map(([, key]) => key!)
}

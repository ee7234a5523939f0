const LITERAL = /(?<![\w.])t\(\s*(?:[^()'"`]*\?\s*)?'([^']+)'(?:\s*:\s*'([^']+)')?/g
const FAMILY = /(?<![\w.])family\(\s*'([^']+)',\s*\[([^\]]*)\]/g

/** The message keys that a source uses: in `t('key')`, `t(x ? 'key' : 'key')` and `family('prefix', ['name'])`. */
export function usedKeys(source: string): string[] {
  const literal = [...source.matchAll(LITERAL)].flatMap(([, key, other]) => [key, other])
  const families = [...source.matchAll(FAMILY)].flatMap(([, prefix, names]) =>
    [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => `${prefix}.${name}`),
  )
  return [...literal, ...families].filter((key) => key !== undefined)
}

/** Calls of `t` whose key is put together from parts, so that nobody could tell which messages they use. */
export function hiddenKeys(source: string): string[] {
  return [...source.matchAll(/(?<![\w.])t\(\s*(`[^`]*`|'[^']*'\s*\+)/g)].map(([, key]) => key!)
}

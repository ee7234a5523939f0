export const LANGUAGES = ['en', 'zh-Hans', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** What each language calls itself; these are never translated. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-Hans': '简体中文', ja: '日本語' }

/** The first of the browser's languages that the page has: any Chinese, any Japanese, else English. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0]
    if (base === 'zh') return 'zh-Hans'
    if (base === 'ja') return 'ja'
    if (base === 'en') return 'en'
  }
  return 'en'
}

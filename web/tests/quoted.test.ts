import { expect, test } from 'vitest'

import { closeQuoted } from '../src/rules/quoted'

const isName = (code: string) => code === 'concede' || code === 'void'

test.each([
  ['选项 `concede` 为 `void`（默认）时', '选项`concede`为`void`（默认）时'],
  ['オプション `concede` が `void`（既定）なら', 'オプション`concede`が`void`（既定）なら'],
  ['`concede` が先頭', '`concede`が先頭'],
  ['- `concede` が項目', '- `concede`が項目'],
  ['| `concede` | LS-3.6 | `void`、`loss` |', '| `concede` | LS-3.6 | `void`、`loss` |'],
  ['名のない `other` はそのまま', '名のない `other` はそのまま'],
  ['行の終わり `concede`\n次の行', '行の終わり`concede`\n次の行'],
])('%s', (text, closed) => {
  expect(closeQuoted(text, isName)).toBe(closed)
})

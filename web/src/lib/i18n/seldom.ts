/** The catalogs of pages that are seldom opened: a table's script does not even name them. */
import { catalogs } from './index.svelte'
import type { Catalog } from './messages'

Object.assign(catalogs, import.meta.glob<Catalog>('./{kept,me,words}/*.json', { import: 'default' }))

import './lib/theme.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { setLanguage } from './lib/i18n/index.svelte'
import { preferences } from './lib/preferences.svelte'
import { followLinks } from './lib/route.svelte'
import { keepShell } from './lib/shell'
import { keepTexts } from './lib/texts'

followLinks()
keepShell()
keepTexts(document.body)
await setLanguage(preferences.language)
mount(App, { target: document.getElementById('app')! })

import { mount } from 'svelte'

import './app.css'
import App from './App.svelte'
import { workInstalled } from './installed'

mount(App, { target: document.getElementById('app') as HTMLElement })
workInstalled()

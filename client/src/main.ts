import { mount } from 'svelte'

import './app.css'
import App from './App.svelte'
import { registerServiceWorker } from './service_worker'

mount(App, { target: document.getElementById('app') as HTMLElement })
registerServiceWorker()

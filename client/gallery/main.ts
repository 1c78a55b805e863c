/** Shows boards without a server, for working on them: /gallery.html?game=riff-in-time&moment=12&seat=0&lang=fr&theme=light */
import { mount } from 'svelte'

import '../src/app.css'
import Gallery from './Gallery.svelte'

mount(Gallery, { target: document.getElementById('app') as HTMLElement })

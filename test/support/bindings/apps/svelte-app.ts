import { mount, tick } from 'svelte';
import type { PartName, State } from './app.ts';
import Parts from './parts.svelte';
import { shown } from './shown.svelte.js';

const parts = new Map<PartName, { state: State; close: () => void }>();
const signals = { first: new AbortController(), second: new AbortController() };
let isMounted = false;

window.app = {
  async render({ first, second, button }) {
    Object.assign(shown, { first, second, button });
    const props = { shown, signals, parts };
    if (!isMounted) mount(Parts, { target: document.body, props });
    isMounted = true;
    await tick();
  },
  readState: (name) => parts.get(name)?.state,
  close: (name) => parts.get(name)?.close(),
  abort: (name) => (name === 'first' ? signals.first : signals.second).abort(),
};

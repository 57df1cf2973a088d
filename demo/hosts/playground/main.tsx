import { render } from 'preact';
import { readFacts } from './demo-facts.ts';
import { Page } from './page.tsx';
import { createPlayground } from './playground-state.ts';

render(<Page playground={createPlayground(readFacts())} />, document.body);

const focus: unknown = Object(window.history.state).focus;
if (focus === 'fault') {
  document.querySelector<HTMLInputElement>('input[name="fault"]:checked')?.focus();
  window.history.replaceState(null, '');
}

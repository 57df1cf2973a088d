// Connect without the SDK, in a modal dialog with a list that Preact draws. It has the same parts as the
// SDK's selector, but none of its other features.
import { h, render } from 'preact';
import { createHandWritten } from './by-hand.js';

const style = `
  dialog { width: 430px; height: 650px; border: 0; border-radius: 20px; padding: 0; overflow: hidden }
  dialog::backdrop { background: #0008 }
  header { padding: 20px; font: 600 16px system-ui }
  label { display: block; margin: 0 24px 12px }
  input { width: 100%; height: 46px }
  ul { height: 500px; overflow: auto; margin: 0; padding: 0 12px; list-style: none }
  li { display: flex; align-items: center; gap: 14px; min-height: 64px; padding: 0 12px; font: 16px system-ui }
  b { width: 40px; height: 40px; border-radius: 12px; line-height: 40px; text-align: center }
  small { display: block; color: #5b6371 }`;

/** @param {{ id: string, name: string, domain: string }[]} providers - as the page sent them */
function drawDialog(providers) {
  const root = document.createElement('div');
  document.body.append(root);
  const options = providers.map(({ id, name, domain }) =>
    h(
      'li',
      { key: id, role: 'option' },
      h('b', { style: { background: `hsl(${name.length * 137} 60% 91%)` } }, name.slice(0, 2)),
      h('span', null, name, h('small', null, domain)),
    ),
  );
  const parts = [
    h('style', null, style),
    h('header', null, 'Connect your tax account'),
    h('label', null, h('input', { type: 'search', placeholder: 'Search', autofocus: true })),
    h('ul', { role: 'listbox', 'aria-label': 'Providers' }, options),
  ];
  render(h('dialog', { 'aria-label': 'Connect' }, parts), root);
  root.querySelector('dialog')?.showModal();
}

globalThis.benchPage = createHandWritten(drawDialog);

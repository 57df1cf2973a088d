// The provider selector on a hosted Connect page, with a long list. The modal uses the same selector.
import { mountProviderSelector } from 'tax-connect/page';
import { rest, waitForPaint } from './shared.js';
import { providers, total, watchOptions } from './thousand.js';

/**
 * Milliseconds from an action until its result is painted.
 *
 * @typedef {{ renderMs: number, allMs: number, filterMs: number, clearMs: number, arrowMs: number }}
 *   SelectorTimes
 */

globalThis.benchSelector = async () => {
  const element = document.createElement('div');
  element.style.cssText = 'display:flex;height:500px';
  document.body.append(element);
  await rest();
  const watched = watchOptions(() => element.shadowRoot);
  mountProviderSelector(element, {
    providers,
    locale: 'en',
    theme: 'light',
    onSelect() {},
  });
  const root = element.shadowRoot;
  const input = root?.querySelector('input');
  if (!root || !input) throw new Error('The selector was not drawn.');
  const { renderMs, allMs } = await watched;
  const count = () => root.querySelectorAll('[role=option]').length;
  await rest();

  const type = (/** @type {string} */ text) => {
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const measure = async (/** @type {() => void} */ act) => {
    const done = waitForPaint();
    const start = performance.now();
    act();
    await done;
    return performance.now() - start;
  };
  const filterMs = await measure(() => type('tax 99'));
  if (count() !== 11) throw new Error(`${count()} providers were found instead of 11.`);
  await rest();
  const clearMs = await measure(() => type(''));
  while (count() < total) await waitForPaint();
  await rest();
  const key = { key: 'ArrowDown', bubbles: true, cancelable: true };
  const arrowMs = await measure(() => input.dispatchEvent(new KeyboardEvent('keydown', key)));
  if (!root.querySelector('[aria-selected=true]')) throw new Error('No option is active.');
  await rest();
  return { renderMs, allMs, filterMs, clearMs, arrowMs };
};

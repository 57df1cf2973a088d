// The modal over a preloaded Connect page whose list of providers is long: everything comes at once.
import { open, preload } from 'tax-connect';
import { rest, target, waitForHello, waitForPaint } from './shared.js';
import { watchOptions } from './thousand.js';

globalThis.benchModal = {
  async preload() {
    const hello = waitForHello();
    preload(target);
    await hello;
  },

  async open() {
    const watched = watchOptions(
      () => document.documentElement.lastElementChild?.shadowRoot,
      waitForPaint,
    );
    open({ ...target, onSuccess() {} });
    const times = await watched;
    await rest();
    return times;
  },
};

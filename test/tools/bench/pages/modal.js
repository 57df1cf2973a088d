// The modal over a preloaded Connect page with a long list of providers, which arrives at once.
import { open, preload } from 'tax-connect';
import { rest, target } from './shared.js';
import { watchOptions } from './thousand.js';
import { createWithSdk } from './with-sdk.js';

globalThis.benchPage = createWithSdk({ open, preload });

globalThis.benchModal = async () => {
  const watched = watchOptions(() => document.documentElement.lastElementChild?.shadowRoot);
  open({ ...target, onSuccess() {} });
  const times = await watched;
  await rest();
  return times;
};

// Connect as an application embeds it with the SDK.
import { open, preload } from 'tax-connect';
import { rest, target, waitForHello, waitForPaint } from './shared.js';

globalThis.benchPage = {
  async preload() {
    const hello = waitForHello();
    preload(target);
    await hello;
    // Waits until the flow is bound and the modal is drawn, as when a person needs time to press the button.
    await rest();
    await rest();
  },

  async open() {
    const began = performance.now();
    const visibleMs = await new Promise((resolve, reject) => {
      open({
        ...target,
        onSuccess() {},
        onExit: ({ error }) => reject(error),
        async onEvent(event) {
          if (event.name !== 'step_changed' || event.step !== 'select') return;
          await waitForSelector();
          await waitForPaint();
          resolve(performance.now() - began);
        },
      });
    });
    // A long list is drawn in several portions.
    let drawn = -1;
    while (drawn !== countOptions()) {
      drawn = countOptions();
      await rest();
    }
    return visibleMs;
  },
};

const findRoot = () => document.documentElement.lastElementChild?.shadowRoot;
const countOptions = () => findRoot()?.querySelectorAll('[role=option]').length ?? 0;

/** Waits without asking for the layout, which an application's page would not do either. */
function waitForSelector() {
  return new Promise((resolve) => {
    const root = findRoot();
    const resolveOnceSeen = () => {
      if (!root?.querySelector('dialog[open] [role=option]')) return;
      observer.disconnect();
      resolve(undefined);
    };
    const observer = new MutationObserver(resolveOnceSeen);
    if (root) observer.observe(root, { childList: true, subtree: true, attributeFilter: ['open'] });
    resolveOnceSeen();
  });
}

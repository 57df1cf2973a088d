import { createElement as h, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { preload } from 'tax-connect';

const preloadNow = () => preload({ clientId: 'app', connectUrl: window.connectUrl });

function Main({ onMounted }) {
  useEffect(onMounted, []);
  return h('main', null, h('h1', null, 'Shop'));
}

/** The document that the test serves. */
const shop = (onMounted) =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, 'Shop')),
    h('body', null, h(Main, { onMounted })),
  );

window.hydrationErrors = [];

/** @param when - `before` or `during` hydration; otherwise the test calls `preloadNow` */
window.hydrate = (when) => {
  if (when === 'before') preloadNow();
  const onMounted = () => {
    if (when === 'during') preloadNow();
    document.documentElement.dataset.isHydrated = 'true';
  };
  hydrateRoot(document, shop(onMounted), {
    onRecoverableError: ({ message }) => window.hydrationErrors.push(message),
  });
};
window.preloadNow = preloadNow;

import { type ComponentType, createElement, Fragment, StrictMode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { TaxConnectButton, useTaxConnect } from 'tax-connect/react';
import {
  createOptions,
  describeState,
  type PartName,
  passedOn,
  preventIfAsked,
  type Shown,
  type State,
} from './app.ts';

interface PartProps {
  readonly name: PartName;
  readonly label: string;
}

const states = new Map<PartName, State>();
const closers = new Map<PartName, () => void>();
const signals = { first: new AbortController(), second: new AbortController() };

function Part({ name, label }: PartProps) {
  const { signal } = name === 'first' ? signals.first : signals.second;
  const { open, close, isOpen, step, error } = useTaxConnect(createOptions(name, label, signal));
  useEffect(() => {
    states.set(name, describeState(isOpen, step, error));
    closers.set(name, close);
  });
  return createElement('button', { type: 'button', id: name, onClick: open }, label);
}

function Button({ label }: PartProps) {
  const options = createOptions('button', label);
  return createElement(
    TaxConnectButton,
    { ...options, ...passedOn, onClick: preventIfAsked },
    label,
  );
}

const components: Readonly<Record<PartName, ComponentType<PartProps>>> = {
  first: Part,
  second: Part,
  button: Button,
};

function renderParts(shown: Shown) {
  const parts = (['first', 'second', 'button'] as const).map((name) => {
    const label = shown[name];
    if (label === undefined) return null;
    return createElement(components[name], { key: name, name, label });
  });
  return createElement(Fragment, null, ...parts);
}

const container = document.body.appendChild(document.createElement('main'));
let root: ReturnType<typeof createRoot> | undefined;

/**
 * Applications that open Connect when they are mounted. StrictMode runs each effect, its clean-up, and the effect
 * again.
 */
const opensItself: Readonly<Record<string, (connect: Connect) => void>> = {
  // Users of Plaid's hook do the same.
  inEffect: ({ open }) => useEffect(() => void open(), [open]),
  withCleanUp: ({ open, close }) =>
    useEffect(() => {
      open();
      return close;
    }, [open, close]),
  onlyOnce({ open }) {
    const hasOpened = useRef(false);
    useEffect(() => {
      if (!hasOpened.current) open();
      hasOpened.current = true;
    }, [open]);
  },
};

type Connect = ReturnType<typeof useTaxConnect>;

function OpensItself({ how }: { readonly how: string }) {
  const connect = useTaxConnect(createOptions('first', 'strict'));
  const { isOpen, step, error } = connect;
  opensItself[how]?.(connect);
  useEffect(() => void states.set('first', describeState(isOpen, step, error)));
  return null;
}

async function renderStrictly(how: string): Promise<void> {
  root ??= createRoot(container);
  root.render(createElement(StrictMode, null, createElement(OpensItself, { how })));
  await nextPaint();
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

window.app = {
  async render(shown) {
    root ??= createRoot(container);
    root.render(renderParts(shown));
    await nextPaint();
  },
  readState: (name) => states.get(name),
  close: (name) => closers.get(name)?.(),
  abort: (name) => (name === 'first' ? signals.first : signals.second).abort(),
  extras: {
    async hydrate() {
      const parts = renderParts({ first: 'served', button: 'served' });
      container.innerHTML = renderToString(parts);
      const markup = container.innerHTML;
      root = hydrateRoot(container, parts);
      await nextPaint();
      return markup;
    },
    async forAMoment() {
      root ??= createRoot(container);
      flushSync(() => root?.render(createElement(OpensItself, { how: 'inEffect' })));
      flushSync(() => root?.render(null));
      await nextPaint();
    },
    ...Object.fromEntries(Object.keys(opensItself).map((how) => [how, () => renderStrictly(how)])),
  },
};

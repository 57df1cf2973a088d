import { h as createPreactNode, render as renderPreact } from 'preact';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { defineTaxConnectButton } from 'tax-connect/element';
import { createApp, h as createVueNode, nextTick, shallowRef } from 'vue';

/** The content of `<tax-connect-button>` as three frameworks render and change it. */
export interface Content {
  readonly text: string;
  /** The text is in a `<span>`, or in the page's own `<button>`. */
  readonly inside?: 'span' | 'button' | undefined;
}

defineTaxConnectButton();

const tag = 'tax-connect-button';
const container = document.body.appendChild(document.createElement('main'));
const attributes = { 'client-id': 'app', callback: '/callback', 'connect-url': window.connectUrl };
const shown = shallowRef<Content>({ text: '' });
let rerender: ((content: Content) => unknown) | undefined;

/** Each function returns a function that renders again. */
const frameworks: Readonly<Record<string, () => (content: Content) => unknown>> = {
  react() {
    const root = createRoot(container);
    return ({ text, inside }) =>
      flushSync(() =>
        root.render(
          createElement(tag, attributes, inside ? createElement(inside, null, text) : text),
        ),
      );
  },
  preact:
    () =>
    ({ text, inside }) =>
      renderPreact(
        createPreactNode(tag, attributes, inside ? createPreactNode(inside, null, text) : text),
        container,
      ),
  vue() {
    const app = createApp(() => {
      const { text, inside } = shown.value;
      return createVueNode(tag, attributes, inside ? [createVueNode(inside, null, text)] : text);
    });
    return (content) => {
      shown.value = content;
      if (!container.hasChildNodes()) app.mount(container);
      return nextTick();
    };
  },
  script() {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    container.append(element);
    return ({ text, inside }) => {
      if (!inside) return element.replaceChildren(text);
      const child = document.createElement(inside);
      child.textContent = text;
      element.replaceChildren(child);
    };
  },
};

window.app = {
  render: async () => {},
  readState: () => undefined,
  close() {},
  extras: Object.fromEntries(
    Object.entries(frameworks).map(([name, start]) => [
      name,
      (content) => {
        rerender ??= start();
        return rerender(content as Content);
      },
    ]),
  ),
};

import { defineTaxConnectButton } from 'tax-connect/element';
import { describeState, type PartName, passedOn, preventIfAsked } from './app.ts';

defineTaxConnectButton();
// A second call has no effect.
defineTaxConnectButton();

const names = ['first', 'second', 'button'] as const;

function findElement(name: PartName) {
  return document.querySelector<HTMLElementTagNameMap['tax-connect-button']>(
    `tax-connect-button[data-name=${name}]`,
  );
}

function createElement(name: PartName) {
  const element = document.createElement('tax-connect-button');
  element.setAttribute('client-id', 'app');
  element.setAttribute('data-name', name);
  const tell = (text: string) => void window.heard.push(`${name} ${element.dataset.label} ${text}`);
  element.addEventListener('tax-connect-connected', () => tell('connected'));
  element.addEventListener('tax-connect-exit', ({ detail }) =>
    tell(`exit ${detail.error?.code ?? detail.reason}`),
  );
  element.addEventListener('tax-connect-event', ({ detail }) => tell(detail.name));
  if (name !== 'button') {
    element.append(name);
    element.id = name;
    document.body.append(element);
    return element;
  }
  const button = document.createElement('button');
  for (const [attribute, value] of Object.entries(passedOn)) button.setAttribute(attribute, value);
  button.addEventListener('click', preventIfAsked);
  element.append(button);
  document.body.append(element);
  return element;
}

window.app = {
  async render(shown) {
    for (const name of names) {
      const label = shown[name];
      if (label === undefined) {
        findElement(name)?.remove();
        continue;
      }
      const element = findElement(name) ?? createElement(name);
      element.dataset.label = label;
      element.setAttribute('connect-url', window.connectUrl);
      element.toggleAttribute('session', window.connectSession !== '');
      if (window.connectSession !== '') element.setAttribute('session', window.connectSession);
      element.setAttribute('callback', `/callback?label=${label}`);
    }
    await Promise.resolve();
  },
  readState(name) {
    const element = findElement(name);
    return element ? describeState(element.isOpen, element.step, element.error) : undefined;
  },
  close: (name) => findElement(name)?.close(),
};

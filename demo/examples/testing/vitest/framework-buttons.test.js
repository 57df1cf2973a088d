// @vitest-environment happy-dom
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { fakeConnect } from 'tax-connect/testing/fake';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from 'vue';
import { connect, ReactButton, VueButton } from './framework-buttons.js';

vi.mock('tax-connect', async () => {
  const fake = await import('tax-connect/testing/fake');
  return fake.fakeConnect.module;
});

const mounting = {
  React: (element) => createRoot(element).render(createElement(ReactButton)),
  Vue: (element) => createApp(VueButton).mount(element),
  Svelte(element) {
    element.innerHTML = '<button>Connect</button>';
    connect(element.querySelector('button'));
  },
};

afterEach(() => fakeConnect.reset());

test.each(Object.entries(mounting))('the button in %s opens Connect', async (name, mount) => {
  const element = document.createElement('main');
  document.body.append(element);
  mount(element);
  const button = await vi.waitFor(() => {
    expect(element.querySelector('button')).not.toBeNull();
    return element.querySelector('button');
  });

  button.click();
  fakeConnect.last.step('login');

  if (name === 'Svelte') expect(connect.step).toBe('login');
  else await vi.waitFor(() => expect(button.textContent).toBe('login'));
  fakeConnect.last.fail('popup_blocked');
  if (name === 'Svelte') expect(connect.error.code).toBe('popup_blocked');
  else await vi.waitFor(() => expect(button.textContent).toBe('popup_blocked'));
});

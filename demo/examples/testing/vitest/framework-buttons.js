import { createElement } from 'react';
import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/react';
import { taxConnect } from 'tax-connect/svelte';
import { useTaxConnect as useInVue } from 'tax-connect/vue';
import { h } from 'vue';

const options = { clientId: 'shop', onSuccess: forwardCode('/callback') };

/** React: a button whose label says how far the person is. */
export function ReactButton() {
  const { open, step, error } = useTaxConnect(options);
  return createElement(
    'button',
    { type: 'button', onClick: open },
    error?.code ?? step ?? 'Connect',
  );
}

/** The same in Vue. */
export const VueButton = {
  setup() {
    const { open, step, error } = useInVue(options);
    return () =>
      h('button', { type: 'button', onClick: open }, error.value?.code ?? step.value ?? 'Connect');
  },
};

/** Svelte: `<button {@attach connect}>` does this with its button. */
export const connect = taxConnect(options);

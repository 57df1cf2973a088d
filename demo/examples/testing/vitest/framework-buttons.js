import { createElement } from 'react';
import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/react';
import { taxConnect } from 'tax-connect/svelte';
import { useTaxConnect as useInVue } from 'tax-connect/vue';
import { h } from 'vue';

const options = { clientId: 'shop', onSuccess: forwardCode('/callback') };

/** React: a button whose label shows the person's progress. */
export function ReactButton() {
  const { open, step, error } = useTaxConnect(options);
  return createElement(
    'button',
    { type: 'button', onClick: open },
    error?.code ?? step ?? 'Connect',
  );
}

/** Vue: a button whose label shows the person's progress. */
export const VueButton = {
  setup() {
    const { open, step, error } = useInVue(options);
    return () =>
      h('button', { type: 'button', onClick: open }, error.value?.code ?? step.value ?? 'Connect');
  },
};

/** Svelte: the attachment that `<button {@attach connect}>` runs on its button. */
export const connect = taxConnect(options);

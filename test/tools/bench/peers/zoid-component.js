import { create } from 'zoid';

/** @param {string} url - of the Connect page; zoid requires the same definition on both sides */
export function defineComponent(url) {
  return create({
    tag: 'bench-connect',
    url,
    dimensions: { width: '600px', height: '500px' },
    props: { onCode: { type: 'function', required: true } },
  });
}

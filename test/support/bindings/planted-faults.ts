import type { Fault } from './build-app.ts';

/** Sentences of the contract that concern several renders, components or sessions. */
export const sentences = {
  stale: 'calls the callbacks of the last render',
  unmounted: 'closes when it is unmounted while open, and keeps nothing',
  others: 'leaves the session of another component open',
} as const;

const core = 'core/connection.ts';

/** A fault, the sentence that it breaks, and its place in the core of the bindings. */
export const plantedFaults: readonly (readonly [name: string, sentence: string, fault: Fault])[] = [
  [
    'a stale callback',
    sentences.stale,
    [core, 'read = () => copyOwn(readOptions())', 'read = () => given'],
  ],
  [
    'a leak on unmount',
    sentences.unmounted,
    [core, 'if (unmounted.delete(closeUnmounted)) close()', ''],
  ],
  ['a double open', sentences.others, [core, 'if (!isOpen) return session;', '']],
];

/** Changes nothing: the unchanged source passes. */
export const noFault: Fault = [core, 'isOpen: true', 'isOpen: true'];

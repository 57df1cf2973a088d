import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { en } from './en.ts';
import { matchLocale } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The languages that are loaded on demand. Each is a file of its own; the build names them so. */
const loaders: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>> = {
  es: () => import('./es.ts'),
  'en-XA': () => import('./en-xa.ts'),
};

const loaded: { [tag: string]: Signal<Messages> } = Object.create(null);

/**
 * Finds the language to speak: the wanted one, else the browser's first that there is, else English.
 * Nobody waits for it: until it has arrived, and for good if it never does, the texts are English.
 *
 * @param locale - BCP 47 tag that the host asked for
 * @returns the texts; a second call with the same language gets the same signal
 */
export function loadMessages(locale?: string): ReadonlySignal<Messages> {
  const tags = ['en', ...Object.keys(loaders)];
  const tag = matchLocale([locale, ...navigator.languages], tags);
  loaded[tag] ??= load(tag);
  return loaded[tag];
}

function load(tag: string): Signal<Messages> {
  const messages = signal(en);
  loaders[tag]?.().then(
    (module) => {
      messages.value = module.messages;
    },
    // Blocked or offline: English will do, and the next session tries again.
    () => delete loaded[tag],
  );
  return messages;
}

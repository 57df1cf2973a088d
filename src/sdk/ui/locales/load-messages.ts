/// <reference path="../../../texts/modules.d.ts" />
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { texts as english } from '../../../texts/en.json?modal';
import type { ModalTexts } from '../../../texts/surfaces.ts';
import { matchLocale } from '../../protocol/match-locale.ts';
import { localeFiles } from './locale-files.ts';

declare const __TAX_CONNECT_VERSION__: string;

const loaded: { [tag: string]: Signal<ModalTexts> } = Object.create(null);

/** Loads the host's language or the browser's. Its signal, one for each language, has the English texts until then. */
export function loadMessages(locale?: string): ReadonlySignal<ModalTexts> {
  const tags = ['en', ...Object.keys(localeFiles)];
  // Shortens `es-MX` to `es`, so that `matchLocale` needs no `Intl`, whose first call takes 5 ms (Chromium 156).
  const dropRegion = (tag = '') => {
    const language = tag.replace(/-[A-Z]{2}$/, '');
    return !tags.includes(tag) && tags.includes(language) ? language : tag;
  };
  const tag = matchLocale([locale, ...(navigator.languages ?? [])].map(dropRegion), tags);
  loaded[tag] ??= loadLanguage(tag);
  return loaded[tag];
}

function loadLanguage(tag: string): Signal<ModalTexts> {
  const messages = signal(english);
  localeFiles[tag]?.()
    .then(({ default: { version, ...texts } }) => {
      if (version !== __TAX_CONNECT_VERSION__) throw new Error('another version');
      messages.value = texts;
    })
    // The file cannot be loaded, or has another version. The texts stay English, and the next session tries again.
    .catch(() => delete loaded[tag]);
  return messages;
}

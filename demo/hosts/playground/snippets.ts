import { version } from 'tax-connect';
import type { ChosenOptions } from './demo-facts.ts';
import type { Settings } from './settings.ts';

/** The title of each kind of snippet. */
export const snippetTitles: Readonly<Record<Settings['snippet'], string>> = {
  module: 'Module',
  'script-tag': 'Script tag',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  element: 'Custom element',
};

/** The values that a snippet contains. */
export interface SnippetParts {
  readonly options: ChosenOptions;
  /** The time after which the session is aborted, as a text in milliseconds; '' for none. */
  readonly signal: Settings['signal'];
}

/** @returns code for an application that opens Connect with these options */
export function writeSnippet(kind: Settings['snippet'], parts: SnippetParts): string {
  return writers[kind](parts);
}

const writers: Readonly<Record<Settings['snippet'], (parts: SnippetParts) => string>> = {
  module: (parts) =>
    `import { forwardCode, open } from 'tax-connect';

document.getElementById('connect')?.addEventListener('click', () => {
  open({
${writeOptions(parts, "forwardCode('/callback')", 4)}
  });
});
`,
  'script-tag': (parts) =>
    `<script src="${originOf(parts)}/sdk/${version}/tax-connect.js" defer></script>
<script type="module">
  document.getElementById('connect').addEventListener('click', () => {
    TaxConnect.open({
${writeOptions(parts, "TaxConnect.forwardCode('/callback')", 6)}
    });
  });
</script>
`,
  react: (parts) =>
    `import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/react';

const forward = forwardCode('/callback');

export function ConnectButton() {
  const { open, isOpen } = useTaxConnect({
${writeOptions(parts, 'forward', 4)}
  });
  return (
    <button type="button" onClick={open} aria-expanded={isOpen}>
      Connect your tax account
    </button>
  );
}
`,
  vue: (parts) =>
    `<script setup>
import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/vue';

const forward = forwardCode('/callback');
const { open, isOpen } = useTaxConnect({
${writeOptions(parts, 'forward', 2)}
});
</script>

<template>
  <button type="button" :aria-expanded="isOpen" @click="open">Connect your tax account</button>
</template>
`,
  svelte: (parts) =>
    `<script>
  import { forwardCode } from 'tax-connect';
  import { taxConnect } from 'tax-connect/svelte';

  const forward = forwardCode('/callback');
  const connect = taxConnect({
${writeOptions(parts, 'forward', 4)}
  });
</script>

<button type="button" aria-expanded={connect.isOpen} {@attach connect}>
  Connect your tax account
</button>
`,
  element: writeElement,
};

/**
 * The code that reads the OAuth `state` from the page, into which the server has written it. A snippet never contains
 * the state of a session, because it would be wrong for other sessions.
 */
const readState = 'document.documentElement.dataset.connectState';

function writeOptions(parts: SnippetParts, onSuccess: string, indent: number): string {
  const { state, ...others } = parts.options;
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${writeValue(value)},`);
  return [
    ...lines,
    ...(state === undefined ? [] : [`state: ${readState},`]),
    ...(parts.signal === '' ? [] : [`signal: AbortSignal.timeout(${parts.signal}),`]),
    '// Posts the code to your backend, which exchanges it.',
    `onSuccess: ${onSuccess},`,
    'onExit: ({ reason }) => console.info(reason),',
  ]
    .map((line) => ' '.repeat(indent) + line)
    .join('\n');
}

/** @returns a value as a JavaScript literal, which is also valid in JSX attributes and in templates */
function writeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  const parts = Object.entries(Object(value)).map(([name, part]) => `${name}: ${writeValue(part)}`);
  return `{ ${parts.join(', ')} }`;
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // Escapes `</`, so that the text cannot end the script element that contains the snippet.
  return `'${escaped.replaceAll('</', '<\\/')}'`;
}

/** The attribute of `<tax-connect-button>` that sets each option. */
const attributes = {
  clientId: 'client-id',
  connectUrl: 'connect-url',
  provider: 'provider',
  locale: 'locale',
  display: 'display',
} as const;

function writeElement({ options, signal }: SnippetParts): string {
  const names = Object.keys(attributes) as (keyof typeof attributes)[];
  const lines = names.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [`  ${attributes[name]}="${escapeHtml(String(value))}"`];
  });
  const left = [
    ...(options.appearance ? ['appearance'] : []),
    ...(signal === '' ? [] : ['signal']),
  ];
  return [
    ...(left.length === 0
      ? []
      : [`<!-- Without an attribute: ${left.join(', ')}. Use a module for these. -->`]),
    '<script type="module">',
    "  import { defineTaxConnectButton } from 'tax-connect/element';",
    '',
    '  defineTaxConnectButton();',
    '</script>',
    '',
    '<tax-connect-button',
    ...lines,
    ...(options.state === undefined ? [] : ['  state="written by your server"']),
    '  callback="/callback"',
    '  >Connect your tax account</tax-connect-button',
    '>',
    '',
  ].join('\n');
}

function originOf({ options }: SnippetParts): string {
  return new URL(options.connectUrl ?? '', 'http://localhost:4400').origin;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

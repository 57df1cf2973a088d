import { version } from 'tax-connect';
import type { ChosenOptions } from './demo-facts.ts';
import { inAppearance, type Settings } from './settings.ts';

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
${writeOptions({ ...parts, signal: '' }, 'forward', 4)}
  });
  return (
    <button type="button" onClick={${writeOpen(parts)}} aria-expanded={isOpen}>
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
const { open, isOpen } = useTaxConnect(${writeCurrentOptions(parts, 2)});
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
  const connect = taxConnect(${writeCurrentOptions(parts, 4)});
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

const writeSignal = ({ signal }: SnippetParts) => `signal: AbortSignal.timeout(${signal})`;

/** @returns what React calls for a click. The time of a signal begins there, and not when the button is drawn */
function writeOpen(parts: SnippetParts): string {
  return parts.signal === '' ? 'open' : `() => open({ ${writeSignal(parts)} })`;
}

/** @returns the options of a binding; with a signal, a function, so that each opening has another signal */
function writeCurrentOptions(parts: SnippetParts, indent: number): string {
  const options = `{\n${writeOptions(parts, 'forward', indent)}\n${' '.repeat(indent - 2)}}`;
  return parts.signal === '' ? options : `() => (${options})`;
}

function writeOptions(parts: SnippetParts, onSuccess: string, indent: number): string {
  const { state, ...others } = parts.options;
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${writeValue(value)},`);
  return [
    ...lines,
    ...(state === undefined ? [] : [`state: ${readState},`]),
    ...(parts.signal === '' ? [] : [`${writeSignal(parts)},`]),
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

/** The options that `<tax-connect-button>` has attributes for, in the order of the snippet. */
const attributes = [
  ...(['clientId', 'connectUrl', 'provider', 'locale', 'display'] as const),
  ...inAppearance,
];

function writeElement({ options, signal }: SnippetParts): string {
  const values = { ...options, ...options.appearance };
  const lines = attributes.flatMap((option) => {
    const name = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const value = values[option];
    return value === undefined ? [] : [`  ${name}="${escapeHtml(String(value))}"`];
  });
  return [
    ...(signal === '' ? [] : ['<!-- Without an attribute: signal. Use a module for it. -->']),
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

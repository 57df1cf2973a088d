import { compile } from 'svelte/compiler';
import { expect, it } from 'vitest';
import { parse as parseVue } from 'vue/compiler-sfc';
import { chooseOptions, type DemoFacts } from '../../../demo/hosts/playground/demo-facts.ts';
import { choices, createSettings, type Settings } from '../../../demo/hosts/playground/settings.ts';
import { writeSnippet } from '../../../demo/hosts/playground/snippets.ts';
import { compileSnippets } from '../../support/compile-snippets.ts';

const facts: DemoFacts = {
  clientId: 'test_app',
  connectUrl: 'http://localhost:4400/connect',
  state: 'state-of-this-session',
  faults: { slow: 'http://a', cut: 'http://b', unavailable: 'http://c' },
};

const everything: Settings = {
  ...createSettings(),
  provider: `it's a "test" </script>`,
  display: 'frame',
  locale: 'pt-BR',
  theme: 'dark',
  accentColor: '#c2410c',
  fontFamily: 'Georgia, serif',
  borderRadius: '20px',
  signal: '5000',
};

const write = (kind: Settings['snippet'], settings: Settings) =>
  writeSnippet(kind, { options: chooseOptions(settings, facts), signal: settings.signal });

/** The content of the first script of a page or a component. */
const readScript = (text: string) =>
  /<script(?: type="module"| setup)?>\n([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';

// One compilation for all cases, because each one reads the libraries' declarations.
it('the snippets pass strict TypeScript, with every option and with none', () => {
  const sources = [createSettings(), everything].flatMap((settings) => [
    { source: write('module', settings) },
    { source: write('react', settings), language: 'tsx' as const },
    { source: readScript(write('vue', settings)) },
    { source: readScript(write('svelte', settings)) },
    { source: readScript(write('element', settings)) },
  ]);
  const misspelt = { source: write('module', everything).replace('display:', 'displays:') };

  const complaints = compileSnippets([...sources, misspelt]);

  expect(complaints.slice(0, -1)).toEqual(sources.map(() => []));
  expect(complaints.at(-1)).toEqual([expect.stringContaining('displays')]);
});

it('the components compile with their frameworks', () => {
  const vue = parseVue(write('vue', everything));
  const svelte = compile(write('svelte', everything), { generate: 'client' });

  expect(vue.errors).toEqual([]);
  expect(vue.descriptor.template?.content).toContain('@click="open"');
  expect(svelte.warnings).toEqual([]);
});

it('a component has another signal for each opening', () => {
  const [options] = write('react', everything).split('return (');
  expect(options).not.toContain('signal');
  expect(write('react', everything)).toContain('onClick={() => open({ signal:');
  expect(write('vue', everything)).toContain('useTaxConnect(() => ({');
  expect(write('svelte', everything)).toContain('taxConnect(() => ({');
});

it.each(choices.snippet)('%s: contains the settings, but never the session’s state', (kind) => {
  const bare = write(kind, createSettings());
  const full = write(kind, everything);

  expect(full).toContain('pt-BR');
  for (const text of ['#c2410c', 'dark', 'Georgia, serif', '20px']) expect(full).toContain(text);
  expect(bare).not.toContain('appearance');
  expect(bare + full).not.toContain(facts.state);
  expect(bare).toContain('/callback');
  expect(write(kind, { ...everything, state: 'none' })).not.toMatch(/\bstate[:=]/);
});

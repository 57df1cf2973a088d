import { expect, it } from 'vitest';
import {
  choices,
  createSettings,
  formatSettings,
  parseSettings,
} from '../../../demo/hosts/playground/settings.ts';

const typed = { clientId: 'a & b', provider: 'x=y', accentColor: '#c2410c' };
const connectUrl = 'http://localhost:4500/connect';

it.each([
  ['no change', {}],
  ['texts', { ...typed, connectUrl }],
  ...Object.entries(choices).flatMap(([name, values]) =>
    values.map((value) => [`${name} ${value}`, { [name]: value }] as const),
  ),
] as const)("the playground's address keeps %s, and nothing else", (_, changed) => {
  const settings = { ...createSettings(), ...changed };
  const address = formatSettings(settings);

  expect(parseSettings(address)).toEqual(settings);
  const kept = Object.entries(changed).filter(
    ([name, value]) => value !== Reflect.get(createSettings(), name),
  );
  expect(Object.fromEntries(new URLSearchParams(address))).toEqual(Object.fromEntries(kept));
});

it.each([
  'https://evil.example/connect',
  'http://localhost.evil.example/connect',
  'http://notlocalhost/connect',
  'connect',
])("the playground's address accepts only Connect pages of this machine: %s", (connectUrl) => {
  const search = (address: string) => `?${new URLSearchParams({ connectUrl: address })}`;

  expect(parseSettings(search(connectUrl)).connectUrl).toBe('');
  expect(parseSettings(search('http://localhost:4500/connect')).connectUrl).not.toBe('');
});

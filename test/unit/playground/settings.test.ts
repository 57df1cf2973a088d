import { expect, it } from 'vitest';
import { parseSettings } from '../../../demo/hosts/playground/settings.ts';

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

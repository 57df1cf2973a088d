import { expect, it } from 'vitest';
import { findDigits, readLetters } from '../../../src/connect/page/parts/read-code.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your code is 123 456', '123456'],
  ['Your code is 123-456. It is valid for 10 minutes.', '123456'],
  ['رمزك هو ١٢٣٤٥٦', '123456'],
  // Two numbers of this length: the person decides.
  ['123456 or 654321', '123456or654321'],
  ['12345', '12345'],
])('of a pasted %o, the code of six digits is read', (value, code) => {
  expect(findDigits(value, 6)).toBe(code);
});

it.each([
  'AB12-CD34',
  ' AB12 CD34 ',
  'AB12\u2013CD34',
  'AB12\u2212CD34\u200B',
  'ＡＢ１２－ＣＤ３４',
])('of a pasted %o, the code of letters and digits is read', (value) => {
  expect(readLetters(value)).toBe('AB12CD34');
});

export type Rule = readonly [
  isRight: (value: unknown) => boolean,
  expected: string,
  members?: Readonly<Record<string, Rule>>,
];

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && !!value && value.length <= 2000;
export const text: Rule = [isText, '1 to 2,000 characters'];

export function oneOf(...choices: unknown[]): Rule {
  return [(value) => choices.includes(value), `one of ${choices.join(', ')}`];
}

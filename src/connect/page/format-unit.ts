/** A number with its unit, such as `5 minutes`. The digits are always 0 to 9, as in codes. */
export function formatUnit(
  lang: string,
  amount: number,
  unit: 'second' | 'minute' | 'day',
): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(lang, options).format(amount);
}

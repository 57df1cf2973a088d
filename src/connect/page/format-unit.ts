/** @returns the number with its unit, such as `5 minutes`, in the language and with the digits that codes have */
export function formatUnit(
  lang: string,
  amount: number,
  unit: 'second' | 'minute' | 'day',
): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(lang, options).format(amount);
}

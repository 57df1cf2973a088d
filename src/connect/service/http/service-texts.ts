import { matchLocale } from 'tax-connect/server';
import { keyByTag, type ServiceTexts } from '../../../texts/surfaces.ts';

const { en: english, ...others } = keyByTag(
  import.meta.glob<ServiceTexts>('../../../texts/*.json', {
    query: '?service',
    import: 'texts',
    eager: true,
  }),
);

/**
 * @param wanted - BCP 47 tags in the order of preference
 * @returns the texts in the first language that the Connect page has, otherwise in English
 */
export function chooseTexts(wanted: readonly string[]): ServiceTexts {
  const texts = others[matchLocale(wanted, ['en', ...Object.keys(others)])] ?? english;
  if (!texts) throw new Error('There are no English texts.');
  return texts;
}

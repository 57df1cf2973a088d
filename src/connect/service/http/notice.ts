import type { Context } from 'hono';
import { matchLocale } from 'tax-connect/server';
import { fill } from '../../../texts/fill.ts';
import { keyByTag, type ServiceTexts } from '../../../texts/surfaces.ts';
import { formatReference } from '../../shapes/reference.ts';
import type { Refusal } from './refusal.ts';
import { readAccepted } from './request-headers.ts';
import { readRequestId } from './request-id.ts';

/** A message that replaces a page, in the language of the browser. */
export interface Notice {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly advice: string;
  /**
   * The number that a person gives to support: the reference of the flow, or without a flow the ID of the request.
   * Both are in the log. Null when support could not help.
   */
  readonly reference: { readonly label: string; readonly value: string } | null;
  /** The error in the application's registration or call, in English. Null when its developers cannot fix it. */
  readonly forDevelopers: string | null;
}

/** The codes of refusals that only the application's developers can fix. They may be reading the notice. */
const setUp: ReadonlySet<string> = new Set([
  'invalid_request',
  'unknown_client',
  'origin_not_allowed',
]);

export function createNotice(context: Context, refusal: Refusal): Notice {
  const { lang, dir, notices, reference } = chooseTexts(readAccepted(context, 'Accept-Language'));
  const code = isNotice(refusal.error, notices) ? refusal.error : 'server_error';
  const { title, advice } = notices[code];
  const waitSeconds = Number(refusal.extras.headers?.['Retry-After'] ?? '60');
  return {
    language: lang,
    direction: dir,
    title,
    advice: fill(advice, { time: formatWait(lang, waitSeconds) }),
    reference: code === 'not_found' ? null : { label: reference, value: readReference(context) },
    forDevelopers: setUp.has(refusal.error) ? refusal.message : null,
  };
}

function isNotice(code: string, notices: object): code is keyof ServiceTexts['notices'] {
  return Object.hasOwn(notices, code);
}

function readReference(context: Context): string {
  const reference = context.get('reference');
  return reference ? formatReference(reference) : readRequestId(context);
}

/** Formats a time such as "60 seconds" or "3 hours", with the language's plural form. */
function formatWait(language: string, seconds: number): string {
  const [unit, size]: readonly [string, number] =
    seconds <= 120 ? ['second', 1] : seconds <= 7200 ? ['minute', 60] : ['hour', 3600];
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(language, options).format(Math.ceil(seconds / size));
}

const { en: english, ...others } = keyByTag(
  import.meta.glob<ServiceTexts>('../../../texts/*.json', {
    query: '?service',
    import: 'texts',
    eager: true,
  }),
);

/** Chooses the texts of the first wanted language that the Connect page has, otherwise the English texts. */
export function chooseTexts(wanted: readonly string[]): ServiceTexts {
  const texts = others[matchLocale(wanted, ['en', ...Object.keys(others)])] ?? english;
  if (!texts) throw new Error('There are no English texts.');
  return texts;
}

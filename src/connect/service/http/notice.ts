import type { Context } from 'hono';
import { matchLocale } from 'tax-connect/server';
import { formatReference } from '../../shapes/reference.ts';
import { readAccepted } from './accepted.ts';
import { type NoticeCode, noticeTexts } from './notice-texts.ts';
import type { Refusal } from './refusal.ts';
import { readRequestId } from './request-id.ts';

/** A message in place of a page, in the language of the browser. */
export interface Notice {
  /** BCP 47 tag and writing direction of the texts. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly advice: string;
  /**
   * The label, and the reference of the flow. Without a flow, the request's ID, which is also in the log. Null when
   * no support could help.
   */
  readonly reference: { readonly label: string; readonly value: string } | null;
  /** The error in the application's set-up, in English; null when its developers cannot fix it. */
  readonly forDevelopers: string | null;
}

const languages = Object.keys(noticeTexts);

/** Refusals that only the application's developers can fix. They may be reading the notice. */
const setUp: ReadonlySet<string> = new Set([
  'invalid_request',
  'unknown_client',
  'origin_not_allowed',
]);

/**
 * @param context - the request, with the user's languages
 * @param refusal - why there is no page
 * @returns the texts of the notice
 */
export function createNotice(context: Context, refusal: Refusal): Notice {
  const { texts, ...tongue } = readTexts(context);
  const code = findCode(refusal);
  const [title, advice] = texts[code];
  const waitSeconds = Number(refusal.extras.headers?.['Retry-After'] ?? '60');
  return {
    ...tongue,
    title,
    advice: advice.replace('#', () => formatWait(tongue.language, waitSeconds)),
    reference:
      code === 'not_found' ? null : { label: texts.reference, value: readReference(context) },
    forDevelopers: setUp.has(refusal.error) ? refusal.message : null,
  };
}

/** @returns the texts in the language of the browser */
export function readTexts(context: Context) {
  const language = matchLocale(readAccepted(context, 'Accept-Language'), languages);
  const texts = noticeTexts[language] ?? noticeTexts.en;
  if (!texts) throw new Error('There is no notice in English.');
  const direction = language === 'ar' ? ('rtl' as const) : ('ltr' as const);
  return { language, direction, texts };
}

function readReference(context: Context): string {
  const reference = context.get('reference');
  return reference ? formatReference(reference) : readRequestId(context);
}

function findCode({ error }: Refusal): NoticeCode {
  switch (error) {
    case 'not_found':
    case 'invalid_request':
    case 'unknown_client':
    case 'origin_not_allowed':
    case 'rate_limited':
    case 'session_expired':
    case 'invalid_step':
      return error;
    default:
      return 'server_error';
  }
}

/** Formats a time such as "60 seconds" or "3 hours", with the language's plural form. */
function formatWait(language: string, seconds: number): string {
  const [unit, size]: readonly [string, number] =
    seconds <= 120 ? ['second', 1] : seconds <= 7200 ? ['minute', 60] : ['hour', 3600];
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(language, options).format(Math.ceil(seconds / size));
}

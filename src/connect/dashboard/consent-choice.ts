import type { ExportFormat } from '../shapes/unions.ts';

/** Which consents are shown. */
export interface ConsentChoice {
  /** A consent, an account, a provider or a person; '': all consents. */
  readonly search: string;
  /** These two: the first and the last day, such as `2026-01-31`; '': no bound. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Days begin and end in the time zone of the visitor, in which times are shown, too.
 *
 * @param more - other parameters
 * @returns the query of a request for the consents
 */
export function formatConsentChoice(
  { search, firstDay, lastDay }: ConsentChoice,
  more: Readonly<Record<string, string>>,
): URLSearchParams {
  return new URLSearchParams({
    search,
    ...(firstDay === '' ? {} : { from: String(findStart(firstDay)) }),
    ...(lastDay === '' ? {} : { before: String(findStart(lastDay, 1)) }),
    ...more,
  });
}

/**
 * A day begins at 01:00 where the clock is put forward at midnight. So the next day's beginning is not 24 hours, or a
 * calendar day, after it.
 *
 * @param day - such as `2026-01-31`; its year may have more digits
 * @param daysLater - whose beginning is asked for
 * @returns milliseconds since the epoch
 */
function findStart(day: string, daysLater = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(2000, 0, 1).setFullYear(year, month - 1, date + daysLater);
}

/** @returns the address of a file with all the consents of a choice */
export function formatExportAddress(
  clientId: string,
  choice: ConsentChoice,
  format: ExportFormat,
): string {
  const path = `/dashboard/api/applications/${encodeURIComponent(clientId)}/consents/export`;
  return `${path}?${formatConsentChoice(choice, { format })}`;
}

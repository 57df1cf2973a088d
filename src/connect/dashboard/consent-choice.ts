import type { ExportFormat } from '../shapes/unions.ts';

/** The choice of which consents to show. */
export interface ConsentChoice {
  /** A consent, an account, a provider or a person; empty for all consents. */
  readonly search: string;
  /** The first and the last day, such as `2026-01-31`; empty for no limit. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Formats the choice as a query. Days begin and end in the visitor's time zone, in which times are shown, too.
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
 * Finds when a day begins. Where clocks are put forward at midnight, a day begins at 01:00. So the beginning of the
 * next day cannot be found by adding 24 hours or a calendar day.
 *
 * @param day - such as `2026-01-31`; its year may have more digits
 * @param daysLater - finds the beginning of the day that many days later
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

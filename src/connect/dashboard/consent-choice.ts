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
  const before = lastDay === '' ? null : new Date(`${lastDay}T00:00`);
  before?.setDate(before.getDate() + 1);
  return new URLSearchParams({
    search,
    ...(firstDay === '' ? {} : { from: String(Number(new Date(`${firstDay}T00:00`))) }),
    ...(before === null ? {} : { before: String(Number(before)) }),
    ...more,
  });
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

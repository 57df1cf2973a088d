/** The days of a leap year. */
const maxDays = 366;

/** The rule of {@link isDayCount}, to be appended to a field's name. */
export const dayCountRule = `must be a whole number from 1 to ${maxDays}`;

/** @returns whether an operator may set this number of days */
export function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= maxDays;
}

import type { JSX } from 'preact';

/** Outlines on a grid of 24, drawn with a stroke. */
export const icons = {
  back: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'm20 20-4-4M4 11a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
  alert: 'M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  check: 'm6 13 4 4 8-10',
} as const;

/**
 * A decorative icon in the colour of the text around it.
 *
 * @param props - `name` of the icon
 * @returns the icon, hidden from assistive technology
 */
export function Icon({ name }: { name: keyof typeof icons }): JSX.Element {
  return (
    <svg class={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

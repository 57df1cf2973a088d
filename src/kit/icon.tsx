/** The SVG path of each icon, in a view box of 24 by 24. The paths are stroked, not filled. */
const outlines = {
  back: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'm20 20-4-4M4 11a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
  alert: 'M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  check: 'm6 13 4 4 8-10',
  link: 'M4 12h16m-5-5 5 5-5 5M9 7l-5 5 5 5',
  window: 'M13 5H5v14h14v-8M16 4h4v4m0-4-8 8',
};

export type IconName = keyof typeof outlines;

export interface IconProps {
  readonly name: IconName;
  readonly class?: string;
}

/** A decorative icon in the colour of the surrounding text, hidden from assistive technology. */
export function Icon({ name, class: classes = name }: IconProps) {
  return (
    <svg class={classes} viewBox="0 0 24 24" aria-hidden>
      <path d={outlines[name]} />
    </svg>
  );
}

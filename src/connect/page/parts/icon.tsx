/** Outlines on a grid of 24, the same as in the host's modal. */
const outlines = {
  back: 'm15 5-7 7 7 7',
  alert: 'M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  check: 'm6 13 4 4 8-10',
  link: 'M4 12h16m-5-5 5 5-5 5M9 7l-5 5 5 5',
  close: 'm6 6 12 12M18 6 6 18',
};

/** The name of an icon. */
export type IconName = keyof typeof outlines;

/** An icon: its shape and its size. */
export interface IconProps {
  readonly name: IconName;
  /** Further classes, separated by spaces. */
  readonly class?: string;
}

/** A decorative icon in the colour of the text around it. */
export function Icon({ name, class: more = '' }: IconProps) {
  return (
    <svg class={`icon icon--${name} ${more}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}

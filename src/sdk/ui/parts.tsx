import type { ComponentChildren, JSX } from 'preact';
import type { Notice } from './locales/messages.ts';

/** Outlines on a 24 × 24 grid, drawn with a stroke. */
const icons = {
  back: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'm20 20-4-4M4 11a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
  alert: 'M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  check: 'm6 13 4 4 8-10',
  window: 'M13 5H5v14h14v-8M16 4h4v4m0-4-8 8',
};

/** The name of an icon. */
export type IconName = keyof typeof icons;

/**
 * A decorative icon in the colour of the surrounding text.
 *
 * @param name - the icon's name
 * @returns the icon, hidden from assistive technology
 */
export function drawIcon(name: IconName): JSX.Element {
  return (
    <svg class={name} viewBox="0 0 24 24" aria-hidden>
      <path d={icons[name]} />
    </svg>
  );
}

/**
 * @param text - its label
 * @param onClick - its action
 * @param name - class, such as `primary`
 * @returns a button
 */
export function drawButton(text: string, onClick: () => void, name?: string): JSX.Element {
  return (
    // biome-ignore lint/a11y/useButtonType: a form does not reach into a shadow root
    <button class={name} onClick={onClick}>
      {text}
    </button>
  );
}

/**
 * @param name - the icon's name
 * @param label - its accessible name
 * @param onClick - its action
 * @returns a button of 44 by 44 CSS pixels
 */
export function drawIconButton(name: IconName, label: string, onClick: () => void): JSX.Element {
  return (
    // biome-ignore lint/a11y/useButtonType: a form does not reach into a shadow root
    <button class="icon" aria-label={label} onClick={onClick}>
      {drawIcon(name)}
    </button>
  );
}

/**
 * A message that the user must read. Its heading gets the focus when there is no better place.
 *
 * @param notice - the texts
 * @param actions - the content below them, mostly buttons
 * @param icon - above the heading
 * @returns the texts, then the buttons
 */
export function drawNotice(
  [title, advice]: Notice,
  actions: ComponentChildren,
  icon?: IconName,
): JSX.Element {
  return (
    <div class="center">
      {icon && drawIcon(icon)}
      <h3 data-focus tabIndex={-1}>
        {keepWordsWhole(title)}
      </h3>
      <p>{advice}</p>
      {actions}
    </div>
  );
}

/** No line ends within a short word such as "sign-in". Long ones must break to fit. */
function keepWordsWhole(text: string): ComponentChildren {
  return text
    .split(/([^\s-]{1,9}-[^\s-]{1,9})/)
    .map((part, index) => (index % 2 === 1 ? <span class="whole">{part}</span> : part));
}

import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import { drawIcon } from './parts.tsx';

/** What an option looks like beyond what its provider says. */
export interface OptionState {
  /** Its place among the results; `o` and the index is the id of the option. */
  readonly index: number;
  readonly isActive: boolean;
  /** What it says while it is being opened, or empty. */
  readonly wait: string;
  /** Why it cannot be picked, or empty. */
  readonly reason: string;
}

/**
 * Named by its provider and described by the rest, so that one name finds one option. Both are in
 * attributes. The style sheet lets the browser skip what is out of view (`content-visibility`), and
 * there Chromium finds no name (measured in Chromium 156).
 * The style sheet shows the description, because a name has to contain all text of a label (WCAG 2.5.3). An
 * unavailable option stays reachable, so that its reason can be read.
 *
 * @param provider - what it stands for
 * @param state - see `OptionState`
 * @param onClick - what a click does
 * @returns the option
 */
export function drawOption(
  { id, name, domain, logo }: Provider,
  { index, isActive, wait, reason }: OptionState,
  onClick: () => void,
): JSX.Element {
  const detail = wait || reason || domain;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      key={id}
      id={`o${index}`}
      role="option"
      aria-label={name}
      aria-description={detail}
      aria-selected={isActive}
      aria-disabled={!!reason}
      onClick={onClick}
    >
      {/* Any number that stays the same for a name makes a colour to recognise it by. */}
      <b
        aria-hidden
        data-initials={name
          .match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)
          ?.slice(0, 2)
          .join('')}
        style={{ '--hue': name.charCodeAt(0) * 97 + name.length * 137 }}
      >
        {logo && (
          // The initials lie below, and show when the picture does not load.
          <img
            src={logo}
            alt=""
            loading="lazy"
            referrerpolicy="no-referrer"
            onError={(event) => {
              event.currentTarget.hidden = true;
            }}
          />
        )}
      </b>
      <span>
        <bdi>{name}</bdi>{' '}
        <small aria-hidden>
          <bdi dir={wait || reason ? 'auto' : 'ltr'} data-detail={detail} />
        </small>
      </span>
      {wait ? <i class="spin" /> : reason && drawIcon('alert')}
    </div>
  );
}

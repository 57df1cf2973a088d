import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import { drawIcon } from './parts.tsx';

/** The state of an option, beside its provider. */
export interface OptionState {
  /** Its index in the results. The option's ID is `o` and the index. */
  readonly index: number;
  readonly isActive: boolean;
  /** The text while it is being opened, or empty. */
  readonly wait: string;
  /** Why it is unavailable, or empty. */
  readonly reason: string;
  /** Whether it was pressed although it is unavailable. */
  readonly isTold: boolean;
}

/**
 * The option is named by its provider and described by the rest, so that one name finds one option. Both
 * are attributes, because the style sheet lets the browser skip invisible options (`content-visibility`),
 * and Chromium finds no name in skipped content (measured in Chromium 156). The style sheet shows the
 * description, because a name must contain all text of a label (WCAG 2.5.3). An unavailable option can be
 * reached, so that its reason can be read.
 *
 * @param provider - the option's provider
 * @param state - see `OptionState`
 * @param onClick - called for a click
 * @returns the option
 */
export function drawOption(
  { id, name, domain, logo }: Provider,
  { index, isActive, wait, reason, isTold }: OptionState,
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
      data-told={isTold || undefined}
      onClick={onClick}
    >
      {/* Any number that stays the same for a name makes a colour to recognise it by. */}
      <b
        aria-hidden
        data-text={drawInitials(name)}
        style={{ '--hue': name.charCodeAt(0) * 97 + name.length * 137 }}
      >
        {logo && (
          // The initials are below the picture, and show when it does not load.
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
          <bdi dir={wait || reason ? 'auto' : 'ltr'} data-text={detail} />
        </small>
      </span>
      {wait ? <i class="spin" /> : reason && drawIcon('alert')}
    </div>
  );
}

/** The first letters of two words, without `\p`: its first use was measured to take 1 ms in Chromium 156. */
function drawInitials(name: string): string | undefined {
  const words = name.match(/[^\s!-/:-@[]+/g)?.slice(0, 2);
  return words?.map(([first]) => first).join('');
}

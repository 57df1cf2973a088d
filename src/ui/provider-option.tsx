import type { ReadonlySignal } from '@preact/signals-core';
import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { drawIcon } from './parts.tsx';

/** What an option looks like beyond what its provider says. */
interface OptionState {
  /** Its place among the results; `o` and the index is the id of the option. */
  readonly index: number;
  readonly isActive: boolean;
  /** What it says while it is being opened, or empty. */
  readonly wait: string;
}

/** Draws the option of a provider. */
export type DrawOption = (provider: Provider, state: OptionState) => JSX.Element;

/**
 * @param language - for an unavailable provider without a reason
 * @param onSelect - called with the provider whose option was clicked
 * @returns draws options; one that has not changed is the same as before, and costs nothing
 */
export function createOptions(
  language: ReadonlySignal<Messages>,
  onSelect: (provider: Provider) => void,
): DrawOption {
  const drawn = new Map<Provider, readonly [state: string, option: JSX.Element]>();
  return (provider, state) => {
    const messages = language.value;
    const key = `${messages.lang}${state.index}${state.isActive}${state.wait}`;
    const [previous, option] = drawn.get(provider) ?? [];
    if (option && previous === key) return option;
    const isAvailable = provider.status === 'available';
    const reason = isAvailable ? '' : provider.reason || messages.unavailable;
    const next = drawOption(provider, { ...state, reason }, () => onSelect(provider));
    drawn.set(provider, [key, next]);
    return next;
  };
}

/**
 * Named by all that it says, so that whoever speaks to the browser can call it by what they see (WCAG
 * 2.5.3). An unavailable one stays reachable, so that its reason can be read.
 */
function drawOption(
  { id, name, domain, logo }: Provider,
  { index, isActive, wait, reason }: OptionState & { reason: string },
  onClick: () => void,
): JSX.Element {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      key={id}
      id={`o${index}`}
      role="option"
      aria-selected={isActive}
      aria-disabled={!!reason}
      onClick={onClick}
    >
      {/* Any number that stays the same for a name makes a colour to recognise it by. */}
      <b aria-hidden style={{ '--hue': name.charCodeAt(0) * 97 + name.length * 137 }}>
        {name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)?.slice(0, 2)}
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
        <small>
          <bdi dir={wait || reason ? 'auto' : 'ltr'}>{wait || reason || domain}</bdi>
        </small>
      </span>
      {wait ? <i class="spin" /> : reason && drawIcon('alert')}
    </div>
  );
}

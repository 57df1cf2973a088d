import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import { drawIcon } from './parts.tsx';
import type { SelectorView } from './selector-view.ts';

/**
 * One provider in the listbox. An unavailable one stays reachable, so that its reason can be read.
 *
 * @param provider - which
 * @param index - its place among the results; `o` and the index is the id of the option
 * @param view - the selector it is part of
 * @returns the option
 */
export function drawOption(provider: Provider, index: number, view: SelectorView): JSX.Element {
  const { id, name, logo } = provider;
  const reason =
    provider.status === 'unavailable' && (provider.reason || view.messages.unavailable);
  const isBusy = id === view.busyId;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      key={id}
      id={`o${index}`}
      role="option"
      aria-selected={index === view.active.value}
      aria-disabled={!!reason}
      onClick={() => view.select(provider)}
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
        {name} <small>{isBusy ? view.wait : reason || provider.domain}</small>
      </span>
      {isBusy ? <i class="spin" /> : reason && drawIcon('alert')}
    </div>
  );
}

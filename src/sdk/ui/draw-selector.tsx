import type { ComponentChildren, JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { drawButton, drawIcon, drawNotice } from './parts.tsx';
import type { Query } from './query.ts';

/** The content of the selector. */
export interface SelectorView {
  readonly messages: Messages;
  /** The application's name, for advice. */
  readonly nameApplication: () => string;
  readonly query: Query;
  /** Whether the list of providers is empty. */
  readonly isEmpty: boolean;
  /** The results of the query. Without a query, popular providers come first, and unavailable ones last. */
  readonly results: readonly Provider[];
  /** The number of results that are shown. */
  readonly count: number;
  /** Draws the options of a range of results; `to` is exclusive. */
  drawOptions(from: number, to: number): JSX.Element[];
  /** Closes Connect. Without it, the button is hidden. */
  readonly onClose: (() => void) | undefined;
}

/**
 * A combobox whose listbox is always open. The focus stays in the input. `aria-activedescendant` names the
 * option that Enter picks.
 *
 * @param view - see `SelectorView`
 * @returns the search field, and the list, or advice when the search has no results
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function drawSelector(view: SelectorView): JSX.Element {
  const { messages, count, query } = view;
  const active = query.active.value;
  const isList = count > 0 && !query.isUnlisted.value;
  if (view.isEmpty) return drawNotice(messages.empty, drawClose(view), 'alert');
  return (
    <>
      <label>
        {drawIcon('search')}
        <input
          data-focus
          role="combobox"
          aria-label={messages.search}
          placeholder={messages.search}
          aria-autocomplete="list"
          aria-expanded={isList}
          aria-controls="list"
          aria-activedescendant={isList && active >= 0 && active < count ? `o${active}` : undefined}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          value={query.text.value}
          onInput={(event) => query.set(event.currentTarget.value)}
        />
      </label>
      {isList ? (
        <div
          id="list"
          role="listbox"
          // Otherwise a list that scrolls is a stop of Tab. https://developer.chrome.com/blog/keyboard-focusable-scrollers
          tabIndex={-1}
          aria-label={messages.search}
          // A press on an option must not take the focus from the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {drawGroups(view)}
        </div>
      ) : (
        drawWayOn(view)
      )}
    </>
  );
}

/** Advice for a search without results. */
function drawWayOn(view: SelectorView): JSX.Element {
  const { messages, query, nameApplication } = view;
  const isUnlisted = query.isUnlisted.value;
  return drawNotice(
    isUnlisted ? messages.unlisted(nameApplication()) : messages.noResult(query.text.value),
    <>
      {drawButton(messages.clear, query.clear, 'primary')}
      {isUnlisted ? drawClose(view) : drawButton(messages.notListed, query.showUnlisted)}
    </>,
  );
}

function drawClose({ messages, onClose }: SelectorView): ComponentChildren {
  return onClose && drawButton(messages.close, onClose);
}

function drawGroups(view: SelectorView): ComponentChildren {
  const { messages, results, count, query, drawOptions } = view;
  if (query.text.value.trim()) return drawOptions(0, count);
  const available = results.filter(({ status }) => status === 'available');
  const popular = available.filter((provider) => provider.popular).length;
  const drawRange = (from: number, to: number) => drawOptions(from, Math.min(to, count));
  // A heading over one option, or over all of them, says nothing.
  const isGrouped = popular > 1 && popular < available.length;
  const first = isGrouped ? popular : 0;
  const others = drawRange(first, available.length);
  const [closed, ...more] = results.slice(available.length);
  const shared = more[0] && more.every(({ reason }) => reason === closed?.reason) && closed?.reason;
  return [
    drawGroup(messages.popular, drawRange(0, first)),
    isGrouped ? drawGroup(messages.others, others) : others,
    drawGroup(
      shared || messages.unavailable,
      drawRange(available.length, results.length),
      !!shared,
    ),
  ];
}

/**
 * The style sheet shows the label, so that it is announced once. A group is brief when its label says for
 * all options what each would repeat.
 */
function drawGroup(
  label: string,
  options: readonly JSX.Element[],
  isBrief?: boolean,
): ComponentChildren {
  return (
    options.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
      <div role="group" aria-label={label} data-brief={isBrief}>
        {options}
      </div>
    )
  );
}

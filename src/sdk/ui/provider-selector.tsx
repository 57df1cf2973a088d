import type { ComponentChildren, JSX } from 'preact';
import { drawButton, drawIcon, drawNotice } from './parts.tsx';
import type { SelectorView } from './selector-view.ts';

/**
 * A combobox whose listbox is always open. The focus stays in the input; the option that Enter would
 * pick is named by `aria-activedescendant`.
 *
 * @param view - see `SelectorView`
 * @returns the search field, and the list or what to do when nothing was found
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function drawSelector(view: SelectorView): JSX.Element {
  const { messages, count, active } = view;
  const isList = count > 0 && !view.isUnlisted;
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
          value={view.query}
          onInput={(event) => view.setQuery(event.currentTarget.value)}
        />
      </label>
      {isList ? (
        <div
          id="list"
          role="listbox"
          aria-label={messages.search}
          // A press on an option would take the focus from the input.
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

/** Nothing was found: never a dead end. */
function drawWayOn(view: SelectorView): JSX.Element {
  const { messages, isUnlisted } = view;
  return drawNotice(
    isUnlisted ? messages.unlisted : messages.noResult(view.query),
    <>
      {drawButton(messages.clear, view.clear, 'primary')}
      {isUnlisted ? drawClose(view) : drawButton(messages.notListed, view.showUnlisted)}
    </>,
  );
}

function drawClose({ messages, onClose }: SelectorView): ComponentChildren {
  return onClose && drawButton(messages.close, onClose);
}

function drawGroups(view: SelectorView): ComponentChildren {
  const { messages, results, count, query, drawOptions } = view;
  // The popular ones come first, so their number is where the others begin.
  const popular = results.filter((provider) => provider.popular).length;
  if (!popular || query.trim()) return drawOptions(0, count);
  return [
    drawGroup(messages.popular, drawOptions(0, Math.min(popular, count))),
    drawGroup(messages.others, drawOptions(popular, count)),
  ];
}

/** The style sheet shows the label, so that it is said once. */
function drawGroup(label: string, options: readonly JSX.Element[]): ComponentChildren {
  return (
    options.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
      <div role="group" aria-label={label}>
        {options}
      </div>
    )
  );
}

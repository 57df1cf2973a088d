import type { JSX } from 'preact';
import { drawButton, drawIcon } from './parts.tsx';
import { drawOption } from './provider-option.tsx';
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
  const { messages, results, setQuery, onNotListed } = view;
  const query = view.query.value;
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
          aria-expanded={results.length > 0}
          aria-controls="list"
          aria-activedescendant={results[view.active.value] && `o${view.active.value}`}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {results.length ? (
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
        <div class="center">
          <p>{messages.noResult(query)}</p>
          {drawButton(messages.clear, (event) => {
            // Before the button goes away with the focus.
            event.currentTarget.closest('.view')?.querySelector('input')?.focus();
            setQuery('');
          })}
          {onNotListed && drawButton(messages.notListed, onNotListed)}
        </div>
      )}
    </>
  );
}

function drawGroups(view: SelectorView): JSX.Element | JSX.Element[] {
  const { messages, results } = view;
  const options = results.map((provider, index) => drawOption(provider, index, view));
  // The popular ones come first, so their number is where the others begin.
  const popular = results.filter((provider) => provider.popular).length;
  if (!popular || view.query.value.trim()) return options;
  return (
    <>
      {drawGroup(messages.popular, options.slice(0, popular))}
      {drawGroup(messages.others, options.slice(popular))}
    </>
  );
}

/** The style sheet shows the label, so that it is said once. */
function drawGroup(label: string, options: JSX.Element[]) {
  return (
    options.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
      <div role="group" aria-label={label}>
        {options}
      </div>
    )
  );
}

import { useLayoutEffect, useReducer } from 'preact/hooks';

/** The user's input in a selector. */
interface QueryState {
  readonly text: string;
  /** Index of the result that Enter picks, or -1. */
  readonly active: number;
  /** How often the keys have moved to another result. After each move, the list scrolls to the result. */
  readonly moves: number;
  /**
   * The ID of the unavailable provider that was pressed last, or empty. Its option shows the reason while it is
   * active.
   */
  readonly toldId: string;
  /** Whether the providers for live applications are listed, too. */
  readonly isWhole: boolean;
  /** Whether "My provider isn't listed" was pressed. */
  readonly isUnlisted: boolean;
  /** Announced by a polite live region: the number of results, or why the pressed provider cannot be picked. */
  readonly status: string;
}

/** The user's input, and the functions that change it. */
export interface Query extends QueryState {
  change(part: Partial<QueryState>): void;
  moveTo(active: number): void;
  /** Starts another search. */
  set(text: string): void;
  /** Empties the search. Returns false when the search was already empty. */
  clear(): boolean;
  /** Lists the providers for live applications, too, and announces `status`. */
  showAll(status: string): void;
}

const empty: QueryState = {
  text: '',
  active: -1,
  moves: 0,
  toldId: '',
  isWhole: false,
  isUnlisted: false,
  status: '',
};

/**
 * Keeps the query of a selector, also while the selector is not drawn, so that it is still there when the user comes
 * back.
 */
export function useQuery(root: ShadowRoot): Query {
  const [state, change] = useReducer(
    (before: QueryState, part: Partial<QueryState>) => ({ ...before, ...part }),
    empty,
  );
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  // The reason of an unavailable provider disappears at the next step.
  const untold = { toldId: '', status: state.toldId ? '' : state.status };
  const set = (text: string) => {
    // Scrolls to the top, where the best match is. This happens before drawing, because afterwards the browser
    // would have to compute the layout at once.
    find('.list')?.scrollTo(0, 0);
    change({
      text,
      isUnlisted: false,
      // Enter picks the best match. Without a query, it must not pick anything.
      active: text.trim() ? 0 : -1,
      ...untold,
    });
  };
  const moveTo = (active: number) => change({ active, moves: state.moves + 1, ...untold });
  const clear = () => {
    // The input is focused before the pressed button is removed, because the removal would lose the focus.
    find('input')?.focus();
    set('');
    return state.text !== '';
  };
  useLayoutEffect(() => {
    if (state.moves > 0) find('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [state.moves]);
  useLayoutEffect(() => {
    if (state.isUnlisted) find('h3')?.focus();
  }, [state.isUnlisted]);
  const showAll = (status: string) => {
    // The input is focused first, as in `clear`.
    find('input')?.focus();
    change({ isWhole: true, status });
  };
  return { ...state, change, set, moveTo, clear, showAll };
}

/** Starts a search when the user types anywhere in the selector or around it. */
export function focusSearch(event: KeyboardEvent): void {
  const { key, currentTarget } = event;
  // The browser types a key after `keydown` into the focused element, here the input.
  // https://w3c.github.io/uievents/#event-type-keydown
  if (isShortcut(event) || !/^\S$/u.test(key)) return;
  if (currentTarget instanceof Element) currentTarget.querySelector('input')?.focus();
}

/**
 * Recognises keys of an input method. Safari marks the key that ends a composition only by its number.
 *
 * @see https://webkit.org/b/165004
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** The key is meant for the browser or the system. */
export function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

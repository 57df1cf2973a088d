import { useLayoutEffect, useReducer } from 'preact/hooks';
import { isTyping } from '../../kit/keys.ts';

interface QueryState {
  readonly text: string;
  /** Index of the result that Enter picks, or -1. */
  readonly active: number;
  /** The number of the user's moves by a key. After each move, the list scrolls to the active result. */
  readonly moves: number;
  /** The unavailable provider that was pressed last, whose option shows the reason until the user types or moves. */
  readonly toldId: string;
  /** True when the list of a test application includes the providers that only live applications can use. */
  readonly isWhole: boolean;
  /** True when "My provider isn't listed" was pressed. */
  readonly isUnlisted: boolean;
  /** Announced by a polite live region: the number of results, or why the pressed provider cannot be picked. */
  readonly status: string;
}

export interface Query extends QueryState {
  find(selector: string): HTMLElement | null;
  change(part: Partial<QueryState>): void;
  moveTo(active: number): void;
  set(text: string): void;
  /** Empties and focuses the search. Returns false when the search was already empty. */
  clear(): boolean;
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

/** Keeps the user's input, even while the selector is not drawn, so that a user who returns sees the same search. */
export function useQuery(root: ShadowRoot): Query {
  const [state, change] = useReducer(
    (before: QueryState, part: Partial<QueryState>) => ({ ...before, ...part }),
    empty,
  );
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  // When the user types or moves, the reason why the pressed provider is unavailable disappears.
  const untold = { toldId: '', status: state.toldId ? '' : state.status };
  const set = (text: string) => {
    // Scrolls before the results are drawn, because afterwards the browser would have to compute the layout at once.
    // Prototype.js has its own `scrollTo`, which would scroll the page behind.
    const list = find('.list');
    if (list) list.scrollTop = 0;
    change({
      text,
      isUnlisted: false,
      // Enter picks the best match. Without a query, it must not pick anything.
      active: text.trim() ? 0 : -1,
      toldId: '',
      // The live region is emptied, so that it also announces the same number of results as for the search before.
      status: '',
    });
  };
  const moveTo = (active: number) => change({ active, moves: state.moves + 1, ...untold });
  const clear = () => {
    // Focuses the input before the pressed button is removed. Otherwise no element would have the focus.
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
  return { ...state, find, change, set, moveTo, clear };
}

/** Moves the focus to the search when the user types a character elsewhere in the selector or around it. */
export function focusSearch(event: KeyboardEvent): void {
  if (isTyping(event)) (event.currentTarget as Element).querySelector('input')?.focus();
}

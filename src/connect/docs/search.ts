import * as v from 'valibot';
import { isComposing } from '../../kit/keys.ts';
import { docsSearch } from '../shapes/docs-site.ts';
import { createSearch, type Find, type LinePart, type PageHits } from './search-index.ts';

/** Shows the search field, which is hidden without scripts. The index is loaded when the field first gets the focus. */
export function startSearch(root: Document): void {
  const box = root.querySelector<HTMLElement>('.search');
  const input = box?.querySelector('input');
  const list = box?.querySelector('ul');
  const status = box?.querySelector('[role=status]');
  if (!box || !input || !list || !status) return;
  box.hidden = false;

  let search: Promise<Find> | undefined;
  /** @returns undefined if the index cannot be loaded; the next call tries again */
  const load = async () => {
    search ??= loadSearch();
    try {
      return await search;
    } catch {
      search = undefined;
      return undefined;
    }
  };
  /** Increases whenever the user changes the text, returns to the field, leaves it or closes the list. */
  let changes = 0;
  const update = async () => {
    changes += 1;
    const own = changes;
    const query = input.value.trim();
    const loading = load();
    if (query === '') {
      show(list, []);
      status.textContent = '';
      return;
    }
    const find = await loading;
    // While the index was loaded, the user has gone on. If the text was changed, the later call shows the results.
    if (own !== changes) return;
    const results = find?.(query) ?? [];
    show(list, results);
    status.textContent = describe(find, results.length);
    if (results.length === 0) list.replaceChildren(create('li', status.textContent));
    list.hidden = false;
  };
  const close = () => {
    input.value = '';
    void update();
  };

  // The list is hidden when the user presses elsewhere, and shown again when the user returns to the field.
  for (const type of ['focus', 'click', 'input']) {
    input.addEventListener(type, () => void update());
  }
  root.addEventListener('keydown', (event) => {
    if (isSearchKey(event)) {
      event.preventDefault();
      input.focus();
    }
  });
  box.addEventListener('keydown', (event) => moveByKey(event, { input, list, close }));
  const leave = ({ target }: Event) => {
    if (!(target instanceof Node) || box.contains(target)) return;
    changes += 1;
    list.hidden = true;
  };
  root.addEventListener('click', leave);
  root.addEventListener('focusin', leave);
  list.addEventListener('click', ({ target, ctrlKey, metaKey }) => {
    // A result can lead to another heading of this page. The list would cover it.
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (isLink && !ctrlKey && !metaKey) list.hidden = true;
  });
}

async function loadSearch(): Promise<Find> {
  const response = await fetch('/docs/search.json');
  return createSearch(v.parse(docsSearch, await response.json()).sections);
}

function describe(find: Find | undefined, count: number): string {
  if (!find) return 'The search could not be loaded. Try again later.';
  if (count === 0) return 'No results. Try another word.';
  return count === 1 ? 'Results on 1 page' : `Results on ${count} pages`;
}

function show(list: HTMLElement, results: readonly PageHits[]): void {
  list.hidden = results.length === 0;
  list.replaceChildren(...results.map(createResult));
}

function createResult({ page, pageTitle, sections }: PageHits): HTMLElement {
  const path = page === 'index' ? '/docs' : `/docs/${page}`;
  const createLine = (line: readonly LinePart[]) =>
    line.map(({ text, isMatch }) => (isMatch ? create('mark', text) : text));
  const links = sections.map(({ id, title, line }) => {
    const link = create('a', create('strong', title), create('span', ...createLine(line)));
    link.setAttribute('href', id === '' ? path : `${path}#${id}`);
    return create('li', link);
  });
  return create('li', create('p', pageTitle), create('ul', ...links));
}

function create(name: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

function isSearchKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof HTMLInputElement);
}

interface SearchParts {
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  close(): void;
}

/** Handles keys: arrows move through the results, Enter in the field opens the first result, Escape closes the list. */
function moveByKey(event: KeyboardEvent, { input, list, close }: SearchParts): void {
  if (isComposing(event)) return;
  const links = [...list.querySelectorAll('a')];
  const position = event.target instanceof HTMLAnchorElement ? links.indexOf(event.target) : -1;
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (event.key === 'ArrowDown' && !list.hidden) {
    event.preventDefault();
    links[Math.min(position + 1, links.length - 1)]?.focus();
  } else if (event.key === 'ArrowUp' && position >= 0) {
    event.preventDefault();
    (links[position - 1] ?? input).focus();
  } else if (event.key === 'Enter' && event.target === input && !list.hidden) {
    links[0]?.click();
  }
}

import { tryStorage } from '../../kit/try-storage.ts';

const storageKey = 'tax-connect-docs-tab';

interface Tab {
  readonly name: string;
  readonly button: HTMLButtonElement;
  readonly panel: Element;
}

/**
 * Turns each group of adjacent code blocks into tabs. When the reader chooses a tab, every group that has a tab of the
 * same name shows it, also on pages visited later.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function startTabs(root: Document): void {
  const groups = [...root.querySelectorAll('.tabs')].map((group, index) =>
    createGroup(root, group, index),
  );
  const choose = (name: string) => {
    for (const tabs of groups) if (tabs.some((tab) => tab.name === name)) select(tabs, name);
  };
  for (const tabs of groups) {
    select(tabs, tabs[0]?.name ?? '');
    for (const { name, button } of tabs) {
      button.addEventListener('click', () => {
        const top = button.getBoundingClientRect().top;
        choose(name);
        tryStorage(() => localStorage.setItem(storageKey, name));
        // Groups above this tab may have changed their height. Scrolls so that the tab stays under the pointer.
        root.defaultView?.scrollBy(0, button.getBoundingClientRect().top - top);
      });
      button.addEventListener('keydown', (event) => moveByKey(event, tabs));
    }
  }
  // Without storage, a choice applies to its page only.
  choose(tryStorage(() => localStorage.getItem(storageKey)) ?? '');
}

function createGroup(root: Document, group: Element, index: number): readonly Tab[] {
  const list = root.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language or file');
  const tabs = [...group.querySelectorAll('.code')].map((panel, position): Tab => {
    const title = panel.querySelector('.code-title');
    const name = title?.textContent ?? '';
    title?.remove();
    const button = root.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.id = `tab-${index}-${position}`;
    panel.id = `panel-${index}-${position}`;
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    return { name, button, panel };
  });
  list.append(...tabs.map(({ button }) => button));
  group.prepend(list);
  return tabs;
}

function select(tabs: readonly Tab[], name: string): void {
  for (const { name: own, button, panel } of tabs) {
    const isSelected = own === name;
    button.setAttribute('aria-selected', String(isSelected));
    button.tabIndex = isSelected ? 0 : -1;
    panel.toggleAttribute('hidden', !isSelected);
  }
}

function moveByKey(event: KeyboardEvent, tabs: readonly Tab[]): void {
  const position = tabs.findIndex(({ button }) => button === event.target);
  const last = tabs.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: position === last ? 0 : position + 1,
    ArrowLeft: position === 0 ? last : position - 1,
    Home: 0,
    End: last,
  };
  const target = tabs[targets[event.key] ?? -1];
  // With a modifier, an arrow is the browser's shortcut for going back or forward.
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  target.button.focus();
  target.button.click();
}

import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../../kit/icon.tsx';
import { isComposing, isShortcut } from '../../kit/keys.ts';
import { fill, fillCount } from '../../texts/fill.ts';
import type { ModalTexts } from '../../texts/surfaces.ts';
import type { Provider } from '../protocol/provider.ts';
import { Button, Notice } from './parts.tsx';
import { type ListProps, Portions } from './portions.tsx';
import type { Query } from './query.ts';
import { createSearch } from './search.ts';

export interface SelectorProps {
  readonly messages: ModalTexts;
  readonly query: Query;
  readonly providers: readonly Provider[];
  /** Shown instead of the list while the providers are unknown. Meanwhile, the person can type. */
  readonly pending?: ComponentChild;
  /** The text in the empty search. Default: the text of the language. */
  readonly placeholder?: string | undefined;
  /** The ID of the provider being opened. While it is set, nothing can be picked. */
  readonly busyId?: string | null;
  readonly wait?: string;
  readonly application: string;
  /** Where people find the application's support, if known. */
  readonly support?: string | null | undefined;
  readonly onSelect: (providerId: string) => void;
  readonly onUnlisted?: (() => void) | undefined;
  readonly onClose?: () => void;
}

/** How far each key moves the selection. The caller keeps it within the list. */
const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
  Home: -Infinity,
  End: Infinity,
};

export function Selector(props: SelectorProps) {
  const { messages, query, providers, pending, busyId, wait, onClose } = props;
  const { text, isUnlisted } = query;
  const search = useMemo(
    () => createSearch([...providers].sort((a, b) => rank(b) - rank(a))),
    [providers],
  );
  useLayoutEffect(search.prepare, [search]);
  const leftOut = countLeftOut(props);
  const results = useMemo(() => {
    // Without its list, the combobox has no option that a key could pick.
    const found = isUnlisted ? [] : search.find(text);
    return leftOut ? found.filter((provider) => !provider.live_only) : found;
  }, [search, text, leftOut, isUnlisted]);
  useCount(query, results, pending ? undefined : messages);
  if (!providers.length && !pending) {
    return (
      <Notice texts={messages.empty} picture={<Icon name="alert" />}>
        {onClose && <Button text={messages.close} onClick={onClose} />}
      </Notice>
    );
  }

  const select = (index: number) => {
    const provider = results[index];
    if (!provider || busyId) return;
    const { id, name, reason } = provider;
    const status = `${name}: ${reason || messages.unavailable}`;
    const isAvailable = provider.status === 'available';
    // The number of results is not announced again when the user returns.
    query.change(isAvailable ? { status: '' } : { active: index, toldId: id, status });
    if (isAvailable) props.onSelect(id);
  };
  // Enter picks the only provider of a test application.
  const active = leftOut && !results[1] ? 0 : query.active;
  const list = {
    find: query.find,
    messages,
    providers: results,
    active: busyId ? results.findIndex(({ id }) => id === busyId) : active,
    wait: busyId && wait,
  };
  return (
    <>
      <Combobox
        label={props.placeholder ?? messages.search}
        query={query}
        results={results}
        active={list.active}
        onSelect={select}
      />
      {results.length > 0 ? (
        // Without `tabIndex`, the list is a tab stop: https://developer.chrome.com/blog/keyboard-focusable-scrollers
        <div class="list" tabIndex={-1}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options */}
          <div
            id="list"
            role="listbox"
            tabIndex={-1}
            translate={false}
            aria-label={messages.search}
            data-told={query.toldId || undefined}
            // A press on an option must not take the focus from the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => select(findOption(event))}
          >
            <Groups {...list} isSearch={!!text.trim()} />
          </div>
          <Rest {...props} leftOut={leftOut} />
        </div>
      ) : (
        (pending ?? <Advice {...props} />)
      )}
    </>
  );
}

/** @returns how many providers the list leaves out, because only live applications can use them; none in a search */
function countLeftOut({ query, providers }: SelectorProps): number {
  const { length } = providers.filter((provider) => provider.live_only);
  return query.isWhole || query.text.trim() || length === providers.length ? 0 : length;
}

/** Lists the providers that a test application leaves out. When all are listed, reports a missing provider. */
function Rest(props: SelectorProps & { readonly leftOut: number }) {
  const { messages, query, providers, leftOut, busyId } = props;
  if (!leftOut) {
    const onClick = () => reportUnlisted(props);
    return !busyId && <Button text={messages.notListed} onClick={onClick} />;
  }
  const showAll = () => {
    // Focuses the search before the pressed button is removed. Otherwise no element would have the focus.
    query.clear();
    query.change({ isWhole: true, status: countResults(messages, providers.length) });
  };
  return <Button text={fill(messages.liveOnly, { count: `${leftOut}` })} onClick={showAll} />;
}

function countResults({ results, lang }: ModalTexts, count: number): string {
  return fillCount(results, { count }, lang);
}

function reportUnlisted({ query, onUnlisted }: SelectorProps): void {
  query.change({ isUnlisted: true });
  onUnlisted?.();
}

interface ComboboxProps {
  readonly label: string;
  readonly query: Query;
  readonly results: readonly Provider[];
  readonly active: number;
  readonly onSelect: (index: number) => void;
}

/** The listbox is always open. The focus stays in the input: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
function Combobox({ label, query, results, active, onSelect }: ComboboxProps) {
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (isShortcut(event) || isComposing(event)) return;
    // A repeated Enter may be held since the button that led here. It would pick the result of the earlier search.
    if (key === 'Enter' && !event.repeat) onSelect(active);
    const move = moves[key];
    if (!move || event.shiftKey) return;
    event.preventDefault();
    query.moveTo(Math.max(0, Math.min(results.length - 1, active + move)));
  };
  return (
    <label>
      <Icon name="search" />
      <input
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        aria-controls="list"
        aria-activedescendant={results[active] ? `o${active}` : undefined}
        autocomplete="off"
        autoCorrect="off"
        spellcheck={false}
        enterkeyhint="search"
        value={query.text}
        onInput={(event) => query.set(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
    </label>
  );
}

function rank({ status, popular }: Provider): number {
  if (status !== 'available') return -1;
  return popular ? 1 : 0;
}

/** @returns the index of the pressed option; NaN beside the options */
function findOption({ target }: Event): number {
  return Number((target as Element).closest('[role=option]')?.id.slice(1));
}

function useCount(
  { text, toldId, change }: Query,
  results: readonly Provider[],
  messages: ModalTexts | undefined,
): void {
  const known = useRef(text);
  useLayoutEffect(() => {
    // If a user returns to the selector, the search is the same, and its results were announced before.
    if (!messages || known.current === text) return undefined;
    known.current = text;
    const announceAfterMs = 500;
    const timer = setTimeout(() => {
      const { length } = results;
      const none = fill(messages.noResult.title, { query: text });
      change({ status: length ? countResults(messages, length) : none });
    }, announceAfterMs);
    return () => clearTimeout(timer);
  }, [text, toldId, !messages]);
}

function Groups(list: ListProps & { readonly isSearch: boolean }) {
  const { messages, providers: results } = list;
  const available = results.filter(({ status }) => status === 'available').length;
  const popular = results.filter((provider) => rank(provider) > 0).length;
  const draw = (from: number, to: number) => <Portions {...list} from={from} to={to} />;
  if (list.isSearch) return draw(0, results.length);
  // The heading for popular providers would be useless over a single option, or over all options.
  const isGrouped = popular > 1 && popular < available;
  const [closed, ...more] = results.slice(available);
  const shared = more[0] && more.every(({ reason }) => reason === closed?.reason) && closed?.reason;
  return (
    <>
      {isGrouped ? (
        <>
          <Group label={messages.popular}>{draw(0, popular)}</Group>
          <Group label={messages.others}>{draw(popular, available)}</Group>
        </>
      ) : (
        draw(0, available)
      )}
      {closed && (
        <Group label={shared || messages.unavailable} isBrief={!!shared}>
          {draw(available, results.length)}
        </Group>
      )}
    </>
  );
}

interface GroupProps {
  readonly label: string;
  /** True when the label is the reason why all its options are unavailable, which they do not repeat then. */
  readonly isBrief?: boolean;
  readonly children: ComponentChild;
}

/** A group of options. The style sheet shows the label, so that screen readers announce only `aria-label`. */
function Group({ label, isBrief, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
    <div role="group" aria-label={label} data-brief={isBrief}>
      {children}
    </div>
  );
}

function Advice(props: SelectorProps) {
  const { messages, query, application, support, onClose } = props;
  const { isUnlisted } = query;
  return (
    <Notice
      texts={isUnlisted ? messages.unlisted : messages.noResult}
      values={{ application, query: query.text }}
    >
      {isUnlisted && support && (
        // It opens another tab, because the flow runs in this tab.
        <a href={support} target="_blank" rel="noopener noreferrer" dir="ltr" translate={false}>
          {support.replace(/^\w+:\/\/|\/$/g, '')}
        </a>
      )}
      <Button text={messages.clear} onClick={query.clear} class="primary" />
      {!isUnlisted && <Button text={messages.notListed} onClick={() => reportUnlisted(props)} />}
      {isUnlisted && onClose && <Button text={messages.close} onClick={onClose} />}
    </Notice>
  );
}

import { batch, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Page, Request } from './api.ts';
import { useDashboard } from './dashboard-context.ts';
import { formatNumber } from './format.ts';
import { type Filters, readFilters } from './routes.ts';
import type { Problem } from './visitor.ts';

/** Drops the response to a request if another request was sent before the response arrived. */
function useLastRequest() {
  const { ask } = useDashboard();
  const last = useRef(0);
  const ignore = () => {
    last.current += 1;
  };
  const askLast = async <Value>(request: Request<Value>) => {
    ignore();
    const own = last.current;
    const result = await ask(request);
    return own === last.current ? result : undefined;
  };
  return { askLast, ignore };
}

export type Data<Value> = ReturnType<typeof useData<Value>>;

/** Loads the data of a view, and again whenever `when` changes. Only the response to the last request is used. */
export function useData<Value>(request: Request<Value>, when?: unknown) {
  const { refreshes } = useDashboard();
  const { askLast, ignore } = useLastRequest();
  const { path } = request;
  const shown = useSignal<{ readonly path: string; readonly value: Value } | null>(null);
  const problem = useSignal<Problem | null>(null);
  const value = shown.value?.path === path ? shown.value.value : null;

  /** Replaces the data, for example with the response to a change. Responses of pending requests are then ignored. */
  const set = (loaded: Value) => {
    ignore();
    shown.value = { path, value: loaded };
  };
  const load = async (): Promise<void> => {
    problem.value = null;
    const result = await askLast(request);
    if (!result) return;
    if (result.ok) return set(result.value);
    problem.value = result.problem;
  };
  useEffect(() => {
    void load();
    return ignore;
  }, [path, when, refreshes.value]);
  return {
    value,
    problem: problem.value,
    load,
    set,
  };
}

export type List<Row, Choice extends Filters> = ReturnType<typeof useList<Row, Choice>>;

/** The request for the pages of a list, and the name of its rows. `Choice` has the filters that the user can set. */
export interface ListOptions<Row, Choice extends Filters> {
  /** `after` is the `next` of the previous page, or '' for the first. Without a limit, the service chooses one. */
  request(choice: Choice, after: string, limit?: number): Request<Page<Row>>;
  /** The choice of every row. The address of the list contains another choice. */
  readonly everything: Choice;
  readonly noun: readonly [one: string, several: string];
}

/** The maximum number of rows that the service returns in one page. */
export const maxRows = 100;

/** Loads a list page by page. Only the response to the last request is used. */
export function useList<Row, Choice extends Filters>(options: ListOptions<Row, Choice>) {
  const { request, everything, noun } = options;
  const { say, refreshes, route, filter } = useDashboard();
  const choice = readFilters(route.value, everything);
  const { askLast, ignore } = useLastRequest();
  const shown = useSignal<(Page<Row> & { readonly choice: Choice }) | null>(null);
  const problem = useSignal<Problem | null>(null);
  const isLoading = useSignal(true);

  const show = async (chosen: Choice, limit?: number, isSilent = shown.value === null) => {
    problem.value = null;
    isLoading.value = true;
    const result = await askLast(request(chosen, '', limit));
    if (!result) return;
    batch(() => {
      isLoading.value = false;
      if (result.ok) shown.value = { ...result.value, choice: chosen };
      else problem.value = result.problem;
    });
    if (result.ok && !isSilent) say(describeCount(result.value.rows.length, noun));
  };
  const more = async (): Promise<Problem | null> => {
    const before = shown.value;
    if (!before?.next || isLoading.value) return null;
    const result = await askLast(request(before.choice, before.next));
    if (!result?.ok) return result?.problem ?? null;
    // Rows may have been removed from the list since the request.
    const rows = [...(shown.value ?? before).rows, ...result.value.rows];
    shown.value = { ...before, next: result.value.next, rows };
    say(describeCount(rows.length, noun));
    return null;
  };
  /** Loads the shown rows again, and one more, which an action may have added. Screen readers do not announce it. */
  const reload = async () => {
    const count = isLoading.value ? undefined : shown.value?.rows.length;
    const limit = count === undefined ? undefined : Math.min(count + 1, maxRows);
    await show(readFilters(route.value, everything), limit, true);
  };
  /** Changes the shown list. If no rows are left, loads the next page. */
  const edit = async (change: (rows: readonly Row[]) => readonly Row[]) => {
    if (!shown.value) return;
    const rows = change(shown.value.rows);
    shown.value = { ...shown.value, rows };
    if (rows.length === 0) await more();
  };
  useEffect(() => {
    void show(choice);
    return ignore;
  }, [route.value, refreshes.value]);
  return {
    rows: shown.value?.rows ?? null,
    choice,
    noun,
    counts: shown.value?.counts,
    reached: shown.value?.reached,
    hasMore: Boolean(shown.value?.next) && !isLoading.value,
    problem: problem.value,
    isLoading: isLoading.value,
    /** Changes some filters, or none, and loads the list again. */
    choose: (changed: Partial<Choice>) => filter(everything, changed),
    more,
    reload,
    edit,
  };
}

function describeCount(count: number, [one, several]: ListOptions<never, Filters>['noun']): string {
  if (count === 0) return `No ${one} found.`;
  return `${formatNumber(count)} ${count === 1 ? one : several} shown.`;
}

export interface After<Value> {
  /** Called on success, even if the user has left the view. It stores data that must not be lost, such as a secret. */
  keep?(value: Value): void;
  /** Called on success if the user is still in the view. It loads the shown data again. */
  reload?(): Promise<void>;
  /** Called after that. @returns a sentence for the live region, or undefined */
  done?(value: Value): string | undefined;
}

export type Action = ReturnType<typeof useAction>;

export function useAction() {
  const { ask, say, markVisit } = useDashboard();
  const isBusy = useSignal(false);
  const problem = useSignal<Problem | null>(null);
  return {
    isBusy: isBusy.value,
    problem: problem.value,
    /** Sends a request, unless this action has a pending request. @returns whether a request was sent and succeeded */
    async run<Value>(request: Request<Value>, after: After<Value> = {}): Promise<boolean> {
      if (isBusy.value) return false;
      const isHere = markVisit();
      problem.value = null;
      isBusy.value = true;
      const result = await ask(request);
      if (result.ok) {
        after.keep?.(result.value);
        if (isHere()) await after.reload?.();
        const sentence = isHere() ? after.done?.(result.value) : undefined;
        if (sentence !== undefined) say(sentence);
      } else {
        problem.value = result.problem;
      }
      isBusy.value = false;
      return result.ok;
    },
    /** Shows a problem that was found without a request. With null, removes the shown problem. @returns always false */
    refuse(description: string | null): boolean {
      problem.value = description === null ? null : { status: 0, description };
      return false;
    },
  };
}

import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Effect, Effects } from './draft.ts';
import { createEffects, type EffectsOptions } from './effects.ts';
import type { FlowStore } from './flow.ts';
import { createPage, type Page, type PageFacts } from './phase.ts';
import { createStore } from './store.ts';
import { type Input, transition } from './transition.ts';

/** The page in a signal, and the function that changes it. */
export interface Driver {
  readonly page: ReadonlySignal<Page>;
  readonly dispatch: (...input: Input) => void;
  /** The page as views read it, and the user's actions. */
  readonly store: FlowStore;
}

/**
 * Drives the page. Every event becomes an input. `transition` decides on the next page and the effects, and
 * `createEffects` performs them.
 *
 * @param facts - the facts about the document
 * @param surroundings - the service, the host and the browser
 */
export function createDriver(
  facts: PageFacts,
  surroundings: Omit<EffectsOptions, 'dispatch'>,
): Driver {
  const page = signal(createPage(facts));
  const dispatch = (...input: Input) =>
    batch(() => {
      const next = transition(page.peek(), input);
      page.value = next.page;
      for (const effect of next.effects) perform(effects, effect);
    });
  const effects = createEffects({ ...surroundings, dispatch });
  return { page, dispatch, store: createStore(page, dispatch) };
}

function perform(effects: Effects, [name, ...values]: Effect): void {
  // The type of `Effect` guarantees that the values fit the name.
  (effects[name] as (...values: readonly unknown[]) => void)(...values);
}

import type { ReadonlySignal } from '@preact/signals-core';
import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { drawOption } from './provider-option.tsx';
import { render } from './render.ts';

/** The data that the options of a list are drawn from. */
interface ListState {
  readonly results: readonly Provider[];
  /** Index of the result that Enter picks, or -1. */
  readonly active: number;
  /** The provider being opened, or null, and the text of its option. */
  readonly busyId: string | null;
  readonly wait: string;
  /** The unavailable provider that was pressed last, or empty. */
  readonly toldId: string;
}

/** Draws the options of a range of results; `to` is exclusive. */
type DrawBlocks = (state: ListState, from: number, to: number) => JSX.Element[];

const size = 20;

/**
 * Draws options in blocks, each with a separate root. An unchanged block costs nothing, and a list is
 * removed by blocks instead of by nodes.
 *
 * @param language - the text for an unavailable provider without a reason
 * @param onSelect - called with the provider of the clicked option
 * @returns a function that draws blocks
 */
export function createOptionBlocks(
  language: ReadonlySignal<Messages>,
  onSelect: (provider: Provider) => void,
): DrawBlocks {
  /** Blocks by the index of their first option. */
  let drawn: (readonly [key: string, block: JSX.Element])[] = [];
  let known: ListState['results'];

  const drawBlock = (list: ListState, start: number, end: number) => {
    const { results, active, busyId, wait, toldId } = list;
    const { lang, unavailable } = language.value;
    const providers = results.slice(start, end);
    const activeHere = active >= start && active < end && active;
    const waitHere = providers.some(({ id }) => id === busyId) && wait;
    const toldHere = providers.some(({ id }) => id === toldId) && toldId;
    const key = [lang, end, activeHere, waitHere, toldHere].join();
    const last = drawn[start];
    if (last?.[0] === key) return last[1];
    const options = providers.map((provider, offset) => {
      const index = start + offset;
      const state = {
        index,
        isActive: index === active,
        wait: provider.id === busyId ? wait : '',
        isTold: provider.id === toldId,
        reason: provider.status === 'available' ? '' : provider.reason || unavailable,
      };
      return drawOption(provider, state, () => onSelect(provider));
    });
    const block = (
      <div
        key={start}
        role="none"
        ref={(element) => {
          if (element) render(options, element);
        }}
      />
    );
    drawn[start] = [key, block];
    return block;
  };

  return (state, from, to) => {
    if (known !== state.results) drawn = [];
    known = state.results;
    const blocks: JSX.Element[] = [];
    for (let start = from; start < to; start += size) {
      blocks.push(drawBlock(state, start, Math.min(start + size, to)));
    }
    return blocks;
  };
}

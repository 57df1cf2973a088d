import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createStepHistory } from '../../../src/connect/page/step-history.ts';

/** A window whose history has another page before this one. As in browsers, a step back takes effect later. */
function openWindow() {
  const events = new EventTarget();
  const states: unknown[] = ['another page', null];
  let index = 1;
  const history = {
    get state() {
      return states[index];
    },
    pushState(state: unknown) {
      index += 1;
      states.splice(index, states.length, state);
    },
    back() {
      setTimeout(() => {
        index -= 1;
        events.dispatchEvent(new Event('popstate'));
      });
    },
  };
  return { page: Object.assign(events, { history }) as unknown as Window, history };
}

it('takes one step back when the page asks for two at once', async () => {
  const { page, history } = openWindow();
  const hasPreviousStep = signal(true);
  const steps = createStepHistory(page, hasPreviousStep, () => {});
  expect(history.state).toEqual({ isStep: true });

  hasPreviousStep.value = false;
  await steps.leave();
  await new Promise((resolve) => setTimeout(resolve));

  expect(history.state).toBeNull();
});

it('leads back again from a step before which there is another one', async () => {
  const { page, history } = openWindow();
  const goBack = vi.fn();
  createStepHistory(page, signal(true), goBack);
  for (const times of [1, 2]) {
    history.back();
    await vi.waitFor(() => expect(goBack).toHaveBeenCalledTimes(times));
    expect(history.state).toEqual({ isStep: true });
  }
});

import { effect, type ReadonlySignal } from '@preact/signals';

/**
 * Lets the browser's Back lead to the previous step. While there is a previous step, the document has a second entry
 * in the history, and the browser's Back leads from the second entry to the first.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-history-pushstate
 */
export function createStepHistory(
  page: Window,
  hasPreviousStep: ReadonlySignal<boolean>,
  goBack: () => void,
) {
  const { history } = page;
  let isAtStep = isStep(history.state);
  let isLeft = false;
  /** Set while the browser goes back from the second entry, which the page no longer needs. */
  let handleRemoved: (() => void) | undefined;

  const remove = (handle: () => void) => {
    const isRemoving = handleRemoved !== undefined;
    handleRemoved = handle;
    // If the browser is already going back, going back twice would leave the page.
    if (!isRemoving) history.back();
  };
  const follow = () => {
    if (handleRemoved || isLeft || isAtStep === hasPreviousStep.peek()) return;
    if (isAtStep) remove(follow);
    else {
      isAtStep = true;
      history.pushState({ ...Object(history.state), isStep: true }, '');
    }
  };
  page.addEventListener('popstate', () => {
    const wasAtStep = isAtStep;
    isAtStep = isStep(history.state);
    const handle = handleRemoved;
    handleRemoved = undefined;
    if (handle) handle();
    else {
      if (wasAtStep && !isAtStep && hasPreviousStep.peek()) goBack();
      // After Back, the new step may have a previous step, too. The history then needs a second entry again.
      follow();
    }
  });
  effect(() => {
    hasPreviousStep.value;
    follow();
  });
  return {
    /** Removes the second entry, so that the address that comes next replaces the page itself. */
    async leave() {
      isLeft = true;
      if (isAtStep) await new Promise<void>(remove);
    },
  };
}

function isStep(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isStep' in state;
}

import { effect, type ReadonlySignal } from '@preact/signals';

/** The entries of a page on its own in the history of its window. */
export interface StepHistory {
  /** Removes the entry of the step, so that the next address replaces the page itself. Resolves when it is gone. */
  leave(): Promise<void>;
}

/**
 * Lets the browser's Back do what the page's own Back does. While there is a previous step, the document has a second
 * entry in the history, and Back leads from it to the first.
 *
 * @param hasPreviousStep - whether the page shows its own Back
 * @param goBack - does what that does
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-history-pushstate
 */
export function createStepHistory(
  page: Window,
  hasPreviousStep: ReadonlySignal<boolean>,
  goBack: () => void,
): StepHistory {
  const { history } = page;
  let isAtStep = isStep(history.state);
  let isLeft = false;
  /** Called when the browser has removed the entry that this page no longer needs. */
  let handleRemoved: (() => void) | undefined;

  const remove = (handle: () => void) => {
    const isRemoving = handleRemoved !== undefined;
    handleRemoved = handle;
    // A second step back would leave the page.
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
      // The step before may have one before it, too.
      follow();
    }
  });
  effect(() => {
    hasPreviousStep.value;
    follow();
  });
  return {
    async leave() {
      isLeft = true;
      if (isAtStep) await new Promise<void>(remove);
    },
  };
}

function isStep(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isStep' in state;
}

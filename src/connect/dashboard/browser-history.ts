import type { Dashboard } from './dashboard.ts';
import { type Destination, formatRoute, isSameView, parseRoute } from './routes.ts';

/**
 * Manages the dashboard's entries in the tab's session history. The browser reports a step back or forward only after
 * it has changed the address. So a step that would lose unsaved edits is first undone. If the user agrees to lose the
 * edits, the step is repeated. Each entry stores a number. The difference of two numbers is the distance to step.
 *
 * @see https://html.spec.whatwg.org/multipage/browsing-the-web.html#updating-the-document
 */
export function createBrowserHistory(hasUnsavedEdits: () => boolean) {
  const { history, location } = window;
  let current = readNumber(history.state) ?? 0;
  // A function is called when the next step arrives, instead of showing the view of that step.
  let nextStep: 'ask' | 'allow' | (() => void) = 'ask';

  // Writes the number only if it differs, because `replaceState` cancels a step that the browser has not finished.
  const settle = (number: number) => {
    current = number;
    if (readNumber(history.state) !== number) history.replaceState({ number }, '');
  };
  settle(current);
  return {
    /** Adds an entry for a view, unless the view's address is already shown. */
    push(route: Destination) {
      const address = formatRoute(route);
      if (address === location.pathname + location.hash) return;
      current += 1;
      history.pushState({ number: current }, '', address);
      window.scrollTo(0, 0);
    },
    /** Changes the address of the shown view. */
    replace(route: Destination) {
      history.replaceState({ number: current }, '', formatRoute(route));
    },
    /** From now on, shows the view of each entry that the user goes back or forward to. */
    follow(dashboard: Pick<Dashboard, 'leave' | 'route' | 'show'>) {
      window.addEventListener('popstate', () => {
        const step = nextStep;
        nextStep = 'ask';
        if (typeof step === 'function') return step();
        // An entry has no number when the browser added it because the user typed a URL fragment.
        const target = readNumber(history.state) ?? current + 1;
        const route = parseRoute(location);
        if (step === 'allow' || isSameView(dashboard.route.value, route) || !hasUnsavedEdits()) {
          settle(target);
          dashboard.show(route);
          return;
        }
        const steps = target - current;
        // Asks only after the browser has undone the step. An earlier answer would lead to a wrong entry.
        nextStep = () =>
          dashboard.leave(() => {
            nextStep = 'allow';
            history.go(steps);
          });
        history.go(-steps);
      });
    },
  };
}

function readNumber(state: unknown): number | undefined {
  const isNumbered = typeof state === 'object' && state !== null && 'number' in state;
  return isNumbered && typeof state.number === 'number' ? state.number : undefined;
}

import type { Dashboard } from './dashboard.ts';
import { type Destination, formatRoute, parseRoute } from './routes.ts';

/**
 * Manages the dashboard's entries in the history of the tab. The browser has already changed the address when it reports a step back or forward. A step that would lose edits
 * is therefore undone, and repeated if the user agrees. Each entry has a number, from which the distance between two
 * entries is known.
 *
 * @param hasUnsavedEdits - whether the view has edits that would be lost
 * @see https://html.spec.whatwg.org/multipage/browsing-the-web.html#updating-the-document
 */
export function createBrowserHistory(hasUnsavedEdits: () => boolean) {
  const { history, location } = window;
  let current = readNumber(history.state) ?? 0;
  let nextStep: 'ask' | 'allow' | 'ignore' = 'ask';

  // The number is written only if it differs, because a write cancels an unfinished step of the browser.
  const settle = (number: number) => {
    current = number;
    if (readNumber(history.state) !== number) history.replaceState({ number }, '');
  };
  settle(current);
  return {
    /** Adds an entry, unless the address is the current one. */
    push(route: Destination) {
      const address = formatRoute(route);
      if (address === location.pathname + location.hash) return;
      current += 1;
      history.pushState({ number: current }, '', address);
      window.scrollTo(0, 0);
    },
    /** Shows the view of an entry when the user goes back or forward to it. */
    follow(dashboard: Pick<Dashboard, 'leave' | 'show'>) {
      window.addEventListener('popstate', () => {
        const step = nextStep;
        nextStep = 'ask';
        if (step === 'ignore') return;
        // When a user types a fragment, the browser makes an entry without a number.
        const target = readNumber(history.state) ?? current + 1;
        if (step === 'allow' || !hasUnsavedEdits()) {
          settle(target);
          dashboard.show(parseRoute(location));
          return;
        }
        const steps = target - current;
        nextStep = 'ignore';
        history.go(-steps);
        dashboard.leave(() => {
          nextStep = 'allow';
          history.go(steps);
        });
      });
    },
  };
}

function readNumber(state: unknown): number | undefined {
  const isNumbered = typeof state === 'object' && state !== null && 'number' in state;
  return isNumbered && typeof state.number === 'number' ? state.number : undefined;
}

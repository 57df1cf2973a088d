import { useEffect, useState } from 'preact/hooks';
import { describeFailure } from '../flow-client.ts';
import { usePage } from '../page-context.ts';
import type { Problem } from '../problems.ts';

/** `mountProviderSelector` of `tax-connect/page`. */
type MountSelector = typeof import('../provider-selector.ts').mountProviderSelector;

/** Kept for the next time, so that a person who comes back sees it at once. */
let arrived: MountSelector | undefined;

/**
 * Loads the selector. It is a quarter of the page's script, and only pages outside a frame draw one.
 *
 * @returns `mount` once it has arrived; `problem` when it did not; `retry` loads it again
 */
export function useSelector() {
  const { restart } = usePage();
  const [mount, setMount] = useState(() => arrived);
  const [problem, setProblem] = useState<Problem>();
  const load = async () => {
    setProblem(undefined);
    const module = await import('../provider-selector.ts').catch(() => undefined);
    arrived = module?.mountProviderSelector;
    if (arrived) setMount(() => arrived);
    return arrived !== undefined;
  };
  const fail = () => setProblem(describeFailure(false));
  const [retry] = useState(() => async () => {
    if (await load()) return;
    // Firefox remembers a failed import for as long as the document lives (measured in Firefox 153).
    if (navigator.onLine) restart();
    else fail();
  });
  useEffect(() => {
    if (!arrived) void load().then((isLoaded) => isLoaded || fail());
  }, []);
  return { mount, problem, retry };
}

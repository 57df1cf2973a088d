import { useEffect, useState } from 'preact/hooks';
import { describeFailure } from '../flow-client.ts';
import type { Problem } from '../problems.ts';

/** `mountProviderSelector` of `tax-connect/page`. */
type MountSelector = typeof import('../provider-selector.ts').mountProviderSelector;

/** Kept for the next time, so that a person who comes back sees it at once. */
let arrived: MountSelector | undefined;

/**
 * Loads the selector. It is a quarter of the page's script, and only pages outside a frame draw one.
 *
 * @returns `mount` once it has arrived; `problem` when it did not; `load` tries again
 */
export function useSelector() {
  const [mount, setMount] = useState(() => arrived);
  const [problem, setProblem] = useState<Problem>();
  const [load] = useState(() => async () => {
    setProblem(undefined);
    const module = await import('../provider-selector.ts').catch(() => undefined);
    arrived = module?.mountProviderSelector;
    if (arrived) setMount(() => arrived);
    else setProblem(describeFailure(false));
  });
  useEffect(() => {
    if (!arrived) void load();
  }, [load]);
  return { mount, problem, load };
}

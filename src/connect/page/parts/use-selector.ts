import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import type { FlowResult, Problem } from '../problems.ts';
import { withTimeout } from '../service.ts';

type MountSelector = typeof import('../provider-selector.ts').mountProviderSelector;

/** Kept after loading, so that a person who returns to the selector sees it at once. */
let loadedMount: MountSelector | undefined;

/** The selector is a quarter of the page's script, and only pages outside a frame draw one. */
export function useSelector() {
  const { dispatch, surface } = usePage();
  const [mount, setMount] = useState(() => loadedMount);
  const [problem, setProblem] = useState<Problem>();
  const [controller] = useState(() => new AbortController());
  const { signal } = controller;
  const load = async (isAgain: boolean) => {
    setProblem(undefined);
    const result = await withTimeout(signal, importSelector);
    // Firefox remembers a failed import until the document is replaced (measured in Firefox 153). So the second try
    // restarts the page, if it has no host. A page with a host is restarted by the host.
    const mayRestart = !result.ok && isAgain && surface === 'redirect' && (await isServiceThere());
    if (signal.aborted) return;
    if (result.ok) {
      loadedMount = result.value;
      setMount(() => result.value);
    } else if (mayRestart) dispatch('restart');
    else setProblem(result.problem);
  };
  useEffect(() => {
    if (!loadedMount) void load(false);
    return () => controller.abort();
  }, []);
  return { mount, problem, load };
}

async function importSelector(): Promise<FlowResult<MountSelector>> {
  const { mountProviderSelector: value } = await import('../provider-selector.ts');
  return { ok: true, value };
}

const answerTimeoutMs = 5000;

/** A browser that is online may still have no connection. */
async function isServiceThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  return await fetch('/healthz', { cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}

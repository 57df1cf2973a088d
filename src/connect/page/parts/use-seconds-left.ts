import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import type { Wait } from '../problems.ts';

/** The seconds until the end of the wait, counted down to 0. */
export function useSecondsLeft(wait: Wait | undefined): number {
  const [, draw] = useState(0);
  // The earlier end counts, so that a device's sleep counts, and a clock that is set back does not prolong the wait.
  const leftMs = wait ? Math.min(wait.until - Date.now(), wait.untilTick - performance.now()) : 0;

  useEffect(() => {
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(() => draw((count) => count + 1), Math.ceil(leftMs % 1000) || 1000);
    return () => clearTimeout(timer);
  });

  return Math.max(0, Math.ceil(leftMs / 1000));
}

/** A wait after a failed resend or Back does not stop the user from sending the code that has arrived. */
export function useMustWait(): boolean {
  const { failedTask, problem } = usePage();
  const isOfForm = failedTask !== 'resend' && failedTask !== 'back';
  return useSecondsLeft(isOfForm ? problem?.wait : undefined) > 0;
}

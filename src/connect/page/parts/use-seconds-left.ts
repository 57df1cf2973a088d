import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../problems.ts';

/** @returns the seconds until the service accepts another try, counted down to 0 */
export function useSecondsLeft(problem: Problem | null): number {
  const wait = problem?.wait;
  const [, draw] = useState(0);
  // The end is a time of the system's clock, so the time while a machine sleeps counts, too. If the clock is set back,
  // the wait does not become longer than the service said.
  const leftMs = wait ? Math.min(wait.until - Date.now(), wait.seconds * 1000) : 0;

  useEffect(() => {
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(() => draw((count) => count + 1), leftMs % 1000 || 1000);
    return () => clearTimeout(timer);
  });

  return Math.max(0, Math.ceil(leftMs / 1000));
}

import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../problems.ts';

/**
 * @param problem - at the step, or null
 * @returns the seconds until the service takes another try, counted down; 0: it takes one
 */
export function useSecondsLeft(problem: Problem | null): number {
  const wait = problem?.wait;
  const [, draw] = useState(0);
  // The time in a machine that sleeps counts, too. A clock that is set back makes the wait no longer.
  const leftMs = wait ? Math.min(wait.until - Date.now(), wait.seconds * 1000) : 0;

  useEffect(() => {
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(() => draw((count) => count + 1), leftMs % 1000 || 1000);
    return () => clearTimeout(timer);
  });

  return Math.max(0, Math.ceil(leftMs / 1000));
}

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/**
 * The three limits of a wait, in milliseconds. After the first, the user is told about the wait. After the second, the
 * text about the wait changes. After the third, the user is offered other ways to continue.
 */
export const levelsMs = [1000, 3000, 5000] as const;

/**
 * Measures how long the user has been waiting for the same thing.
 *
 * @param awaited - a text that identifies the awaited thing; false or empty when the user does not wait
 * @returns 0 at first, 1 after one second, 2 after three, 3 after five
 */
export function usePatience(awaited: string | false): number {
  const wait = useMemo(() => ({}), [awaited]);
  const [reached, setReached] = useState({ wait, level: 0 });
  useLayoutEffect(() => {
    if (!awaited) return undefined;
    const timers = levelsMs.map((ms, index) =>
      setTimeout(() => setReached({ wait, level: index + 1 }), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [awaited, wait]);
  return reached.wait === wait ? reached.level : 0;
}

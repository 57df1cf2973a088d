import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/** When the user is told about a wait, when the text changes, and when other ways to continue are offered. */
export const levelsMs = [1000, 3000, 5000] as const;

/** Measures how long the user waits for the same text: 0 at first, 1 after one second, 2 after three, 3 after five. */
export function usePatience(awaited: string | false) {
  const [tries, setTries] = useState(0);
  const wait = useMemo(() => ({}), [awaited, tries]);
  const [reached, setReached] = useState({ wait, level: 0 });
  useLayoutEffect(() => {
    if (!awaited) return undefined;
    const timers = levelsMs.map((ms, index) =>
      setTimeout(() => setReached({ wait, level: index + 1 }), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [awaited, wait]);
  const level = reached.wait === wait ? reached.level : 0;
  return { level, waitAgain: () => setTries(tries + 1) };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Screen } from './modal-model.ts';

/** Finishing has a separate screen after this time, in milliseconds. */
const lingerMs = 300;

/**
 * Keeps the page with its busy button until finishing takes a while.
 *
 * @returns the screen to draw
 */
export function useLinger(screen: Screen): Screen {
  const drawn = useRef(screen);
  const [late, setLate] = useState<Screen>();
  const lingers =
    screen.kind === 'finishing' && drawn.current.kind === 'page' && late?.kind !== 'finishing';
  useEffect(() => {
    if (!lingers) return undefined;
    const timer = setTimeout(() => setLate(screen), lingerMs);
    return () => clearTimeout(timer);
  }, [lingers]);
  if (!lingers) drawn.current = screen;
  return drawn.current;
}

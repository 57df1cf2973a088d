import { useEffect, useRef, useState } from 'preact/hooks';
import type { Screen } from './modal-model.ts';

/** The time after which finishing gets a separate screen, in milliseconds. */
const lingerMs = 300;

/** Keeps the page with its busy button on the screen, until finishing takes a while. */
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

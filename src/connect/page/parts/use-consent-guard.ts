import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { browserClock, type ConsentGuard, createConsentGuard } from '../consent-guard.ts';
import { usePage } from '../page-context.ts';

/** The guard, and how the buttons look meanwhile. */
export interface GuardedButtons {
  readonly guard: ConsentGuard;
  /** True until the buttons have been visible long enough. */
  readonly isWaiting: boolean;
}

/**
 * Joins a consent guard to the browser: the buttons' visibility, pointers and keys.
 *
 * @param buttons - the element that holds Allow and Deny
 * @returns the guard to ask when one of them is pressed
 */
export function useConsentGuard(buttons: RefObject<HTMLElement | null>): GuardedButtons {
  const { watchShown } = usePage();
  const [isDelayOver, setIsDelayOver] = useState(false);
  const [guard] = useState(() => createConsentGuard(browserClock, setIsDelayOver));

  useEffect(() => {
    if (!buttons.current) return undefined;
    const stopWatching = watchShown(buttons.current, 'half', guard.setShown);
    const stopListening = listenForMovement(guard.noteMovement);
    return () => {
      stopWatching();
      stopListening();
      guard.close();
    };
  }, [buttons, guard, watchShown]);

  return { guard, isWaiting: !isDelayOver };
}

function listenForMovement(noteMovement: () => void): () => void {
  const handlers = {
    pointermove: noteMovement,
    // A mouse moves before it presses; a finger or pen does not.
    pointerdown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') noteMovement();
    },
    // A key held down since the step before does not show that this step was read.
    keydown: (event: KeyboardEvent) => {
      if (!event.repeat) noteMovement();
    },
    // Screen readers press a button without a pointer or key, so its position cannot trick the user.
    click: (event: MouseEvent) => {
      if (event.isTrusted && event.detail === 0) noteMovement();
    },
  };
  const { pointermove, pointerdown, keydown, click } = handlers;
  // Captured, to come before the buttons' own handlers.
  document.addEventListener('pointermove', pointermove, true);
  document.addEventListener('pointerdown', pointerdown, true);
  document.addEventListener('keydown', keydown, true);
  document.addEventListener('click', click, true);
  return () => {
    document.removeEventListener('pointermove', pointermove, true);
    document.removeEventListener('pointerdown', pointerdown, true);
    document.removeEventListener('keydown', keydown, true);
    document.removeEventListener('click', click, true);
  };
}

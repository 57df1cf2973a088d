import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { Icon } from '../parts/icon.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** How long success is shown; long enough to be read out, too. */
export const successMs = 1200;

/**
 * The code is on its way. In a frame the host's modal takes over at once; a popup closes by itself.
 */
export function SuccessView() {
  const { store, text, surface, close } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const isPopup = surface === 'popup';
  useShownFocus(heading);
  useEffect(() => {
    if (!isPopup || !close) return undefined;
    const timer = setTimeout(close, successMs);
    return () => clearTimeout(timer);
  }, [isPopup, close]);
  return (
    <section class="view view--centered">
      <Icon name="check" class="mark" />
      <div role="status">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {text.success.title}
        </h1>
        <p class="view__lead">{text.success.body(store.application.value.name)}</p>
      </div>
      {isPopup && <p class="view__lead">{text.success.popup}</p>}
    </section>
  );
}

/** The user said no, and the host has been told. */
export function DeniedView() {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  useShownFocus(heading);
  return (
    <section class="view view--centered">
      <div role="status">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {text.denied.title}
        </h1>
        <p class="view__lead">{text.denied.body(store.application.value.name)}</p>
      </div>
    </section>
  );
}

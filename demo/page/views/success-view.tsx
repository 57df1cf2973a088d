import { useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The code is on its way. In a frame the host's modal takes over at once. */
export function SuccessView() {
  const { store, text, surface } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  useShownFocus(heading);
  return (
    <section class="view view--centered">
      <span class="mark mark--success" aria-hidden="true" />
      <div role="status">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {text.success.title}
        </h1>
        <p class="view__lead">{text.success.body(store.application.value.name)}</p>
      </div>
      {surface === 'popup' && <p class="view__lead">{text.success.popup}</p>}
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
      <h1 class="view__title" tabIndex={-1} ref={heading}>
        {text.denied.title}
      </h1>
      <p class="view__lead">{text.denied.body(store.application.value.name)}</p>
    </section>
  );
}

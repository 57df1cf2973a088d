import { useRef } from 'preact/hooks';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { Icon } from '../parts/icon.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** Shown when someone else has signed in. Nothing has changed, and the user can sign in again. */
export function DifferentAccountView({ provider }: { readonly provider: SelectedProvider }) {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [title, advice] = text.problems.different_account({
    application: store.application.value.name,
    provider: provider.name,
    domain: provider.domain,
  });
  useShownFocus(heading);
  return (
    <section class="view view--centered">
      <Icon name="alert" class="mark mark--calm" />
      <div role="alert">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p class="view__lead">{advice}</p>
      </div>
      <button type="button" class="button button--primary" onClick={store.signInAgain}>
        {text.again.submit}
      </button>
    </section>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { fill } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage, useProvider } from '../page-context.ts';
import { AccountLine, StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';

/** The time that a popup shows its success before it closes, in milliseconds: long enough for a screen reader. */
export const successMs = 1200;

/** A popup closes itself. A view that stays names the account, and says that the person can close the page. */
export function SuccessView({ consent }: ViewOf<'success'>) {
  const { application, dispatch, link, text, surface } = usePage();
  const names = { application: application.name };
  const isPopup = surface === 'popup';
  const [isLeftOpen, setLeftOpen] = useState(false);
  const finish = () => {
    dispatch('close');
    setLeftOpen(true);
  };
  useEffect(() => {
    if (!isPopup) return undefined;
    const timer = setTimeout(finish, successMs);
    return () => clearTimeout(timer);
  }, [isPopup, dispatch]);
  return (
    <section class="view view--connected">
      <Parties provider={consent?.provider ?? null} end="connected" />
      <div role="status">
        {/* In a frame, the modal covers this view and has the focus. */}
        <StepTitle takesFocus={surface !== 'frame'}>{fill(text.connected, names)}</StepTitle>
        {/* The flow of a link may end before the application's backend has the account. */}
        {link || isLeftOpen ? (
          <>
            {consent && <AccountLine {...consent} />}
            <p class="view__lead">{text.link.done}</p>
          </>
        ) : (
          isPopup && <p class="visually-hidden">{text.closing}</p>
        )}
      </div>
      {isPopup && !isLeftOpen && <Button onClick={finish}>{fill(text.backTo, names)}</Button>}
    </section>
  );
}

export function DeniedView() {
  const { application, text } = usePage();
  return (
    <section class="view view--centered">
      <Parties provider={useProvider()} end="calm" />
      <div role="status">
        <StepTitle>{text.denied.title}</StepTitle>
        <p class="view__lead">{fill(text.denied.body, { application: application.name })}</p>
      </div>
    </section>
  );
}

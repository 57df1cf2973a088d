import { fill } from '../../../texts/fill.ts';
import type { LinkEnd } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { ApplicationMark, Parties } from '../parts/parties.tsx';
import { StepTitle } from '../parts/step-title.tsx';

/** Shown for a link whose flow cannot start: how the link has ended, and what the person can do. */
export function LinkOverView({ end }: { readonly end: LinkEnd }) {
  const { application, dispatch, text } = usePage();
  const { title, advice } = text.link.over[end];
  const isConnected = end === 'connected';
  return (
    <section class={`view view--${isConnected ? 'connected' : 'centered'}`}>
      {isConnected ? <Parties provider={null} end="connected" /> : <ApplicationMark />}
      <div role="status">
        <StepTitle>{title}</StepTitle>
        <p class="view__lead">{fill(advice, { application: application.name })}</p>
      </div>
      {end === 'left' && (
        <button type="button" class="button button--primary" onClick={() => dispatch('restart')}>
          {text.startAgain}
        </button>
      )}
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';
import { type Action, useAction } from '../use-data.ts';
import { ProblemText } from './problem-text.tsx';

export interface ActionButtonProps {
  readonly label: string;
  /** The button's name for screen readers. Needed when several buttons of the view have the same label. */
  readonly fullLabel?: string;
  readonly act: (run: Action['run']) => Promise<boolean>;
}

/** A button that acts without asking for confirmation. If the action fails, the reason is shown below the button. */
export function ActionButton({ label, fullLabel, act }: ActionButtonProps): ComponentChildren {
  const { isBusy, problem, run } = useAction();
  return (
    <>
      <button
        type="button"
        class="button button--small"
        aria-disabled={isBusy}
        aria-label={fullLabel}
        onClick={() => void act(run)}
      >
        <LiveText text={label} />
      </button>
      <ProblemText problem={problem} />
    </>
  );
}

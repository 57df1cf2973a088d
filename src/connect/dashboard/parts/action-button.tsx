import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';
import { type Action, useAction } from '../use-data.ts';
import { ProblemText } from './problem-text.tsx';

export interface ActionButtonProps {
  readonly label: string;
  /** The label for screen readers, if several buttons have the same label. */
  readonly fullLabel?: string;
  readonly act: (run: Action['run']) => Promise<boolean>;
}

/** A button that acts at once, and shows the reason if that fails. */
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

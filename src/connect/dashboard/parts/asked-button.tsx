import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Action, useAction } from '../use-data.ts';
import { OperatorOnly } from './operator-only.tsx';
import { ProblemText } from './problem-text.tsx';

export interface AskedButtonProps {
  readonly label: string;
  /** The label for screen readers, if several buttons have the same label. */
  readonly fullLabel?: string;
  /** The consequences of the change. */
  readonly question: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  /** Makes the change. */
  readonly act: (run: Action['run']) => Promise<boolean>;
  /** Called after the change, when the pressed button was removed. */
  readonly onDone?: () => void;
}

/** A button that asks before it acts. Only operators see it. */
export function AskedButton(props: AskedButtonProps) {
  return (
    <OperatorOnly>
      <OwnButton {...props} />
    </OperatorOnly>
  );
}

function OwnButton(props: AskedButtonProps) {
  const { label, fullLabel, act, onDone } = props;
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setIsAsking(false);
    action.refuse(null);
    // The button exists again after the next rendering.
    requestAnimationFrame(() => button.current?.focus());
  };
  const confirm = async () => {
    if (!(await act(action.run))) return;
    setIsAsking(false);
    onDone?.();
  };
  if (isAsking) {
    return <Question {...props} action={action} onNo={stop} onYes={() => void confirm()} />;
  }
  return (
    <button
      type="button"
      class="button button--small"
      aria-label={fullLabel}
      ref={button}
      onClick={() => setIsAsking(true)}
    >
      {label}
    </button>
  );
}

interface QuestionProps extends AskedButtonProps {
  readonly action: Action;
  readonly onNo: () => void;
  readonly onYes: () => void;
}

function Question({ question, yes, no, action, onNo, onYes }: QuestionProps) {
  const noButton = useRef<HTMLButtonElement>(null);

  // The harmless button gets the focus. The question is the name of its group.
  useLayoutEffect(() => noButton.current?.focus(), []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo();
  };
  return (
    <fieldset class="confirm" onKeyDown={handleKey}>
      <legend>{question}</legend>
      <div class="actions">
        <button
          type="button"
          class="button button--danger"
          aria-disabled={action.isBusy}
          onClick={onYes}
        >
          {yes}
        </button>
        <button type="button" class="button button--small" ref={noButton} onClick={onNo}>
          {no}
        </button>
      </div>
      <ProblemText problem={action.problem} />
    </fieldset>
  );
}

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../parse-problem.ts';
import { OperatorOnly } from './operator-only.tsx';
import { ProblemText } from './problem-text.tsx';
import { useSubmission } from './submit.tsx';

/** A change that needs a confirmation. */
export interface AskedButtonProps {
  readonly label: string;
  /** The label for screen readers, if several buttons have the same label. */
  readonly fullLabel?: string;
  /** The consequences of the change. */
  readonly question: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  /** Makes the change; resolves to the problem, or null. */
  readonly act: () => Promise<Problem | null>;
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
  const { label, fullLabel } = props;
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setIsAsking(false);
    // The button exists again after the next rendering.
    requestAnimationFrame(() => button.current?.focus());
  };
  const finish = () => {
    setIsAsking(false);
    props.onDone?.();
  };
  if (isAsking) return <Question {...props} onNo={stop} onDone={finish} />;
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
  readonly onNo: () => void;
  readonly onDone: () => void;
}

function Question({ question, yes, no, act, onNo, onDone }: QuestionProps) {
  const { isBusy, problem, submit } = useSubmission();
  const noButton = useRef<HTMLButtonElement>(null);

  // The harmless button gets the focus. The question is the name of its group.
  useLayoutEffect(() => noButton.current?.focus(), []);

  const confirm = async () => {
    if (await submit(act)) onDone();
  };
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
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          {yes}
        </button>
        <button type="button" class="button button--small" ref={noButton} onClick={onNo}>
          {no}
        </button>
      </div>
      <ProblemText problem={problem} />
    </fieldset>
  );
}

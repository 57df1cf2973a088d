import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Request } from '../api.ts';
import { type Action, type After, useAction } from '../use-data.ts';
import { OperatorOnly } from './operator-only.tsx';
import { ProblemText } from './problem-text.tsx';

export interface AskedButtonProps<Value> {
  readonly label: string;
  /** The button's name for screen readers. Needed when several buttons of the view have the same label. */
  readonly fullLabel?: string;
  /** The text of the question. It says what the change will cause. */
  readonly question: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  /** True when the change cannot be undone. The button is then red. */
  readonly isDanger?: boolean;
  /** The request that makes the change, after the user confirmed it. */
  readonly request: Request<Value>;
  readonly after: After<Value>;
  /** Called after the change. If the change removes the button from the view, this must move the focus. */
  readonly onDone?: () => void;
}

/** A button that asks for confirmation before it acts. People with the role "reader" do not see the button. */
export function AskedButton<Value>(props: AskedButtonProps<Value>) {
  return (
    <OperatorOnly>
      <OwnButton {...props} />
    </OperatorOnly>
  );
}

function OwnButton<Value>(props: AskedButtonProps<Value>) {
  const { label, fullLabel, isDanger, request, after, onDone } = props;
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setIsAsking(false);
    action.refuse(null);
    // The button is drawn again in the next frame, in place of the question, and can then get the focus.
    requestAnimationFrame(() => button.current?.focus());
  };
  const confirm = async () => {
    if (!(await action.run(request, after))) return;
    setIsAsking(false);
    onDone?.();
  };
  if (isAsking) {
    return <Question {...props} action={action} onNo={stop} onYes={() => void confirm()} />;
  }
  return (
    <button
      type="button"
      class={isDanger ? 'button button--danger' : 'button button--small'}
      aria-label={fullLabel}
      ref={button}
      onClick={() => setIsAsking(true)}
    >
      {label}
    </button>
  );
}

interface QuestionProps extends Pick<AskedButtonProps<never>, 'question' | 'yes' | 'no'> {
  readonly action: Action;
  readonly onNo: () => void;
  readonly onYes: () => void;
}

function Question({ question, yes, no, action, onNo, onYes }: QuestionProps) {
  const noButton = useRef<HTMLButtonElement>(null);

  // The button that changes nothing gets the focus. Screen readers then also read the question, the group's name.
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

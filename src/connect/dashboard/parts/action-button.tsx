import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import type { Request } from '../api.ts';
import { useIsReader } from '../dashboard-context.ts';
import { type Action, type After, useAction } from '../use-data.ts';
import { ProblemText } from './loader.tsx';

export interface ActionButtonProps<Value> {
  readonly label: string;
  /** The button's name for screen readers. Needed when several buttons of the view have the same label. */
  readonly fullLabel?: string;
  /** A question to confirm before the button acts. It says what the change will cause. */
  readonly question?: string;
  readonly yes?: string;
  readonly no?: string;
  /** True when the change cannot be undone. The button is then red. */
  readonly isDanger?: boolean;
  readonly request: Request<Value>;
  readonly after: After<Value>;
  /** True when the change removes the button from the view. The heading of its section then gets the focus. */
  readonly isRemoved?: boolean;
}

type Press = (event: TargetedMouseEvent<HTMLButtonElement>) => void;

/** A button that sends a request, and shows why the request failed. People with the role "reader" do not see it. */
export function ActionButton<Value>(props: ActionButtonProps<Value>): ComponentChildren {
  const { label, fullLabel, question, isDanger, request, after, isRemoved } = props;
  const isReader = useIsReader();
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction();
  const button = useRef<HTMLButtonElement>(null);
  if (isReader) return null;
  const act = async (pressed: HTMLButtonElement) => {
    const heading = pressed.closest('section')?.querySelector('h2');
    if (!(await action.run(request, after))) return;
    setIsAsking(false);
    if (isRemoved) heading?.focus();
  };
  const press: Press = ({ currentTarget }) => void act(currentTarget);
  const stop = () => {
    setIsAsking(false);
    action.refuse(null);
    // The button is drawn again in the next frame, in place of the question, and can then get the focus.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (question && isAsking) {
    return <Confirmation {...props} action={action} onNo={stop} onYes={press} />;
  }
  return (
    <>
      <Button
        look={isDanger ? 'danger' : 'small'}
        isInert={action.isBusy}
        label={fullLabel}
        buttonRef={button}
        onClick={question ? () => setIsAsking(true) : press}
      >
        <LiveText text={label} />
      </Button>
      <ProblemText problem={action.problem} />
    </>
  );
}

interface ConfirmationProps extends Pick<ActionButtonProps<never>, 'question' | 'yes' | 'no'> {
  readonly action: Action;
  readonly onNo: () => void;
  readonly onYes: Press;
}

function Confirmation({ question, yes, no, action, onNo, onYes }: ConfirmationProps) {
  const noButton = useRef<HTMLButtonElement>(null);

  // The button that changes nothing gets the focus. Screen readers then also read the question, the group's name.
  useLayoutEffect(() => noButton.current?.focus(), []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo();
  };
  return (
    <fieldset class="stack confirm" onKeyDown={handleKey}>
      <legend>{question}</legend>
      <div class="row">
        <Button look="danger" isInert={action.isBusy} onClick={onYes}>
          {yes}
        </Button>
        <Button look="small" buttonRef={noButton} onClick={onNo}>
          {no}
        </Button>
      </div>
      <ProblemText problem={action.problem} />
    </fieldset>
  );
}

import type { RefObject, TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { Decision } from '../../shapes/unions.ts';
import { type ConsentGuard, createConsentGuard, type GuardLook } from '../consent-guard.ts';
import type { ShownConsent } from '../flow.ts';
import { usePage } from '../page-context.ts';

export function ConsentForm({ shown }: { readonly shown: ShownConsent }) {
  const { dispatch, text } = usePage();
  const buttons = useRef<HTMLDivElement>(null);
  const guarded = useConsentGuards(buttons);

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    dispatch('decide', readDecision(event.submitter), shown);
  };

  return (
    <form class="form form__end form--decision" onSubmit={submit}>
      <PressAgain label={findAsking(guarded, text.consent)} />
      <div class="choices" ref={buttons}>
        <ChoiceButton decision="deny" label={text.consent.deny} {...guarded.deny} />
        <ChoiceButton decision="allow" label={text.consent.allow} {...guarded.allow} />
      </div>
    </form>
  );
}

interface ChoiceProps extends GuardedButton {
  readonly decision: Decision;
  readonly label: string;
}

function ChoiceButton({ decision, label, guard, isWaiting }: ChoiceProps) {
  const { pending } = usePage();
  // Only a click is guarded. A retry after a problem sends the decision without a click, so the guard does not stop it.
  const check = (event: Event) => {
    if (!guard.press()) event.preventDefault();
  };
  return (
    <Button
      type="submit"
      look="choice"
      value={decision}
      isBusy={pending === decision}
      isInert={isWaiting || pending !== null}
      onClick={check}
    >
      {label}
    </Button>
  );
}

/** @returns the label of the button that the user must press again; null when no press is needed */
function findAsking(
  guarded: Readonly<Record<Decision, GuardedButton>>,
  labels: Readonly<Record<Decision, string>>,
): string | null {
  if (guarded.allow.asksAgain) return labels.allow;
  return guarded.deny.asksAgain ? labels.deny : null;
}

/** Reads the decision from the button that submitted the form. Everything except Allow counts as Deny. */
function readDecision(submitter: HTMLElement | null): Decision {
  return submitter instanceof HTMLButtonElement && submitter.value === 'allow' ? 'allow' : 'deny';
}

/** The text does not move the buttons, because a pointer that jumps would miss one. A null label shows no text. */
export function PressAgain({ label }: { readonly label: string | null }) {
  const { text } = usePage();
  return (
    <p class="press-again" role="status">
      {label !== null && <LiveText text={fill(text.pressAgain, { button: label })} />}
    </p>
  );
}

interface GuardedButton extends GuardLook {
  readonly guard: ConsentGuard;
}

/**
 * Creates a guard for Allow and one for Deny, and connects them to the browser: visibility, pointers and keys. Allow
 * also depends on the focus of the window, and starts again with each entry of a mouse. Deny does not, because an
 * attacker gains nothing from it.
 */
export function useConsentGuards(
  buttons: RefObject<HTMLElement | null>,
): Readonly<Record<Decision, GuardedButton>> {
  const { surface, watchShown } = usePage();
  const isFrame = surface === 'frame';
  // In a frame, the guard needs no focus, because the host's page around the frame may have it.
  const allow = useGuard(() => isFrame || document.hasFocus());
  const deny = useGuard(() => true);

  useEffect(() => {
    if (!buttons.current) return undefined;
    const stopWatching = watchShown(buttons.current, 'half', (isShown) => {
      allow.guard.setShown(isShown);
      deny.guard.setShown(isShown);
    });
    const listening = new AbortController();
    followFocus(allow.guard, isFrame, listening.signal);
    followMovement(allow.guard, deny.guard, listening.signal);
    return () => {
      stopWatching();
      listening.abort();
      allow.guard.close();
      deny.guard.close();
    };
  }, [buttons, allow.guard, deny.guard, isFrame, watchShown]);

  return { allow, deny };
}

function useGuard(hasFocus: () => boolean): GuardedButton {
  const [look, setLook] = useState<GuardLook>({ isWaiting: true, asksAgain: false });
  const [guard] = useState(() => createConsentGuard({ hasFocus, onChange: setLook }));
  return { guard, ...look };
}

/** Restarts the guard of Allow when the window gets or loses the focus. */
function followFocus({ restart }: ConsentGuard, isFrame: boolean, signal: AbortSignal): void {
  let isPressed = false;
  const notePress = () => {
    isPressed = true;
  };
  const handleBlur = () => {
    isPressed = false;
    restart();
  };
  const handleFocus = () => {
    // In a frame, a press moves the focus into it. Nothing need restart, because no other window was above it.
    if (!isFrame || !isPressed) restart();
  };
  document.addEventListener('pointerdown', notePress, { capture: true, signal });
  window.addEventListener('blur', handleBlur, { signal });
  window.addEventListener('focus', handleFocus, { signal });
}

/** Reports movements to both guards, and restarts the guard of Allow when a mouse enters. */
function followMovement(allow: ConsentGuard, deny: ConsentGuard, signal: AbortSignal): void {
  // The mouse may start inside. WebKit reports another entry when the login is removed (measured in WebKitGTK 2.50).
  let isInside = document.documentElement.matches(':hover');
  let enteredAt: number | undefined;
  const handleEntry = (event: PointerEvent) => {
    // Only the entry of a mouse counts, because a finger enters with each tap. If the mouse was already inside, its
    // entry counts only while the page has no focus, because another window may then have been above the page.
    if (event.pointerType !== 'mouse' || (isInside && document.hasFocus())) return;
    isInside = true;
    enteredAt = event.timeStamp;
    allow.restart();
  };
  const noteMovement = (event: Event) => {
    deny.noteMovement();
    // The movement with which the mouse entered has the time stamp of the entry. It does not count for Allow.
    if (event.timeStamp !== enteredAt) allow.noteMovement();
  };
  // While the mouse is outside, a window without focus, such as picture-in-picture, may be above the page.
  const handleExit = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') isInside = false;
  };
  // A mouse moves before it presses, so only the press of a finger or pen counts as a movement.
  const handlePress = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') noteMovement(event);
  };
  // A repeated key may have been held down since the previous step. It does not show that the user has read this step.
  const handleKey = (event: KeyboardEvent) => {
    if (!event.repeat) noteMovement(event);
  };
  // Screen readers press without a pointer or key. A misleading position of the button cannot trick their users.
  const handleClick = (event: MouseEvent) => {
    if (event.isTrusted && event.detail === 0) noteMovement(event);
  };
  document.documentElement.addEventListener('pointerenter', handleEntry, { signal });
  document.documentElement.addEventListener('pointerleave', handleExit, { signal });
  // These listeners capture the events, so that they run before the buttons' own handlers.
  const options = { capture: true, signal };
  document.addEventListener('pointermove', noteMovement, options);
  document.addEventListener('pointerdown', handlePress, options);
  document.addEventListener('keydown', handleKey, options);
  document.addEventListener('click', handleClick, options);
}

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useShownFocus } from './use-shown-focus.ts';

export interface StepTitleProps {
  /** False when the focus starts in a field of the step instead of at the title. Default: true. */
  readonly takesFocus?: boolean;
  readonly children: ComponentChildren;
}

/** The title of a step. Its ID is for the label of the step's `section`. */
export function StepTitle({ takesFocus = true, children }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useShownFocus(heading);
  return (
    <h1
      class="view__title"
      id="view-title"
      tabIndex={takesFocus ? -1 : undefined}
      ref={takesFocus ? heading : null}
    >
      {children}
    </h1>
  );
}

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { fill, splitText } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import type { ConnectedAccount } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { Domain } from './domain.tsx';
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

export function AccountLine({ provider, account }: ConnectedAccount) {
  const { text } = usePage();
  return (
    <p class="view__lead">
      <span class="visually-hidden">{text.consent.account}: </span>
      <bdi translate={false}>{provider.name}</bdi>
      {account.label && (
        <>
          {' · '}
          <bdi translate={false}>{account.label}</bdi>
        </>
      )}
    </p>
  );
}

export interface LoginHeadingProps {
  readonly provider: SelectedProvider;
  /** True in a view without fields, where the focus starts at the title. */
  readonly takesFocus?: boolean;
}

/** The element IDs of texts that describe the first field of a login, and the field of a challenge. */
export const loginPromiseId = 'login-promise';
export const challengeLeadId = 'challenge-lead';

/** The title of the login, and the promise that the application never sees what the user enters. */
export function LoginHeading({ provider, takesFocus = false }: LoginHeadingProps) {
  const { account, application, text, visit } = usePage();
  const title = account ? text.again.title : text.login.title;
  const [before, after] = splitText(visit ? visit.text.promise : text.login.promise, 'domain');
  return (
    <>
      <StepTitle takesFocus={takesFocus}>{fill(title, { provider: provider.name })}</StepTitle>
      <p class="view__lead" id={loginPromiseId}>
        {before}
        <Domain name={provider.domain} after={fill(after, { application: application.name })} />
      </p>
    </>
  );
}

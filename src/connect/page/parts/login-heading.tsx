import { fill, splitText } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { Domain } from './domain.tsx';
import { StepTitle } from './step-title.tsx';

export interface LoginHeadingProps {
  readonly provider: SelectedProvider;
  /** True in a view without fields, where the focus starts at the title. */
  readonly takesFocus?: boolean;
}

/** The element ID of the promise below. The first field of a login has it as its description. */
export const loginPromiseId = 'login-promise';

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

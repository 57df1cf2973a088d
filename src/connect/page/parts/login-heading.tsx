import type { RefObject } from 'preact';
import { fill, splitText } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { Domain } from './domain.tsx';

export interface LoginHeadingProps {
  readonly provider: SelectedProvider;
  /** Set by a view without fields, which moves the focus to this title. */
  readonly titleRef?: RefObject<HTMLHeadingElement | null>;
}

/** The element ID of the promise below. The first field of a login has it as its description. */
export const loginPromiseId = 'login-promise';

/** The title of the login, and the promise that the application never sees what the user enters. */
export function LoginHeading({ provider, titleRef }: LoginHeadingProps) {
  const { store, text, visit } = usePage();
  const account = store.account.value;
  const title = account ? text.again.title : text.login.title;
  const [before, after] = splitText(visit ? visit.text.promise : text.login.promise, 'domain');
  return (
    <>
      <h1
        class="view__title"
        id="view-title"
        tabIndex={titleRef ? -1 : undefined}
        ref={titleRef ?? null}
      >
        {fill(title, { provider: provider.name })}
      </h1>
      <p class="view__lead" id={loginPromiseId}>
        {before}
        <Domain
          name={provider.domain}
          after={fill(after, { application: store.application.value.name })}
        />
      </p>
    </>
  );
}

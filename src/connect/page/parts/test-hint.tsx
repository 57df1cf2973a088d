import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';
import { fillCount } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { testLogin } from '../../shapes/test-login.ts';
import { usePage } from '../page-context.ts';
import { FilledText } from './filled-text.tsx';

/** A note that only users of test applications see. */
function TestNote({ children }: { readonly children: ComponentChildren }) {
  const { application, text } = usePage();
  if (application.environment !== 'test') return null;
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      {children}
    </div>
  );
}

/** A value to type, which is the same in every language. */
function Value({ text }: { readonly text: string }) {
  return (
    <code dir="ltr" translate={false}>
      {text}
    </code>
  );
}

export function TestHint({ provider }: { readonly provider: SelectedProvider }) {
  const { submissions, text } = usePage();
  const { hint = null, is_simulated = true } = provider;
  if (!is_simulated && hint === null && !submissions) return null;
  return (
    <TestNote>
      {is_simulated && (
        <p class="note__text">
          <FilledText
            text={text.test.hint}
            values={{
              username: <Value text={testLogin.username} />,
              password: <Value text={testLogin.password} />,
            }}
          />
        </p>
      )}
      {hint !== null && (
        <p class="note__text">
          <bdi>{hint}</bdi>
        </p>
      )}
      <SubmissionsLeft />
    </TestNote>
  );
}

/** The one-time code that the simulated providers accept. */
const testCode = '123456';

export function TestCodeHint() {
  const { test } = usePage().text;
  return (
    <TestNote>
      <p class="note__text">
        {test.code} <Value text={testCode} />
      </p>
    </TestNote>
  );
}

export function SubmissionsLeft() {
  const { submissions, text } = usePage();
  if (!submissions) return null;
  const { limit, used } = submissions;
  const left = Math.max(0, limit - used);
  return (
    <p class="field__hint">
      <LiveText text={fillCount(text.test.submissions, { left, limit }, text.lang)} />
    </p>
  );
}

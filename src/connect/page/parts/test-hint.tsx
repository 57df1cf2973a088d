import type { ComponentChildren } from 'preact';
import { usePage } from '../page-context.ts';

/** The sandbox accepts it. It is no text, so it is the same in every language. */
const testLogin = { username: 'user_good', password: 'pass_good' };

/** A note that only users of test applications see. */
function TestNote({ children }: { readonly children: ComponentChildren }) {
  const { store, text } = usePage();
  if (store.application.value.environment !== 'test') return null;
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      {children}
    </div>
  );
}

/** Which logins work in the sandbox, and what the application has left of its limit. */
export function TestHint() {
  const { test } = usePage().text;
  return (
    <TestNote>
      <p class="note__text">
        {test.hintBefore}
        <code dir="ltr">{testLogin.username}</code>
        {test.hintBetween}
        <code dir="ltr">{testLogin.password}</code>
        {test.hintAfter}
      </p>
      <SubmissionsLeft />
    </TestNote>
  );
}

/** The sandbox accepts it, too. */
const testCode = '123456';

/** Which one-time code works in the sandbox. */
export function TestCodeHint() {
  const { test } = usePage().text;
  return (
    <TestNote>
      <p class="note__text">
        {test.code} <code dir="ltr">{testCode}</code>
      </p>
    </TestNote>
  );
}

/** What a test application has left of its limit. */
export function SubmissionsLeft() {
  const { store, text } = usePage();
  const submissions = store.submissions.value;
  if (!submissions) return null;
  const { limit, used } = submissions;
  return <p class="submissions">{text.test.submissions(Math.max(0, limit - used), limit)}</p>;
}

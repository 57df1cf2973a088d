import { usePage } from '../page-context.ts';

/** What the sandbox takes; not a text, hence the same in every language. */
const testLogin = { username: 'user_good', password: 'pass_good' };

/** Which logins work in the sandbox, and what the application has left of its limit. */
export function TestHint() {
  const { store, text } = usePage();
  if (store.application.value.environment !== 'test') return null;
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      <p class="note__text">
        {text.test.hintBefore}
        <code dir="ltr">{testLogin.username}</code>
        {text.test.hintBetween}
        <code dir="ltr">{testLogin.password}</code>
        {text.test.hintAfter}
      </p>
      <SubmissionsLeft />
    </div>
  );
}

/** The code of the sandbox; not a text either. */
const testCode = '123456';

/** Which one-time code works in the sandbox. */
export function TestCodeHint() {
  const { store, text } = usePage();
  if (store.application.value.environment !== 'test') return null;
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      <p class="note__text">
        {text.test.code} <code dir="ltr">{testCode}</code>
      </p>
    </div>
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

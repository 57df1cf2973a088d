import { usePage } from '../page-context.ts';

/** Which logins work in the sandbox, and what the application has left of its limit. */
export function TestHint() {
  const { store, text } = usePage();
  if (store.application.value.environment !== 'test') return null;
  const submissions = store.submissions.value;
  const left = submissions && Math.max(0, submissions.limit - submissions.used);
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      <p class="note__text">
        {text.test.hintBefore}
        <code>user_good</code>
        {text.test.hintBetween}
        <code>pass_good</code>
        {text.test.hintAfter}
      </p>
      {submissions && left !== null && (
        <p class="note__text">{text.test.submissions(left, submissions.limit)}</p>
      )}
    </div>
  );
}

import { usePage } from '../page-context.ts';

/** The name under which the user connected the account that is connected again. */
export function KnownAs() {
  const { store, text } = usePage();
  const label = store.account.value?.label;
  if (!label) return null;
  return (
    <p class="view__lead">
      {text.again.labelBefore}
      <bdi>{label}</bdi>
      {text.again.labelAfter}
    </p>
  );
}

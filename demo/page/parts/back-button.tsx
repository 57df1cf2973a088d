import { usePage } from '../page-context.ts';

/** Back to the selection, where the page itself draws it; in a frame the modal has the button. */
export function BackButton() {
  const { store, text } = usePage();
  if (store.selector.value !== 'page' || !store.canGoBack.value) return null;
  return (
    <button type="button" class="back" onClick={() => void store.goBack()}>
      <span class="back__arrow" aria-hidden="true" />
      {text.back}
    </button>
  );
}

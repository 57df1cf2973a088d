import { usePage } from '../page-context.ts';
import { Icon } from './icon.tsx';

/** Returns to the page's own selection. In a frame, the modal has the button. */
export function BackButton() {
  const { store, text } = usePage();
  if (store.selector.value !== 'page' || !store.canGoBack.value) return null;
  return (
    <button type="button" class="back" onClick={() => store.goBack()}>
      <Icon name="back" />
      {text.back}
    </button>
  );
}

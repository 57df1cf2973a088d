import { usePage } from '../page-context.ts';

/**
 * Holds the place of the selector until the service has answered, so that nothing jumps. In a frame
 * the host's modal has a skeleton, too.
 */
export function StartingView() {
  const { text, surface } = usePage();
  if (surface === 'frame') return null;
  return (
    <section class="view" aria-busy="true">
      <h1 class="view__title">{text.select.title}</h1>
      <div class="skeleton" />
      <div class="skeleton" />
      <div class="skeleton" />
    </section>
  );
}

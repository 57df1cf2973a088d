import { fill } from '../../../texts/fill.ts';
import { usePage } from '../page-context.ts';

/**
 * Keeps the space of the selector until the service has answered, so that nothing jumps. In a frame the host's
 * modal has a skeleton, too.
 */
export function StartingView() {
  const { store, text, surface, visit } = usePage();
  const { name, environment } = store.application.value;
  if (surface === 'frame') return null;
  return (
    <section class="view" aria-busy="true">
      <h1 class="view__title">{text.select.title}</h1>
      <p class="view__lead">
        {visit ? visit.text.lead : fill(text.select.promise, { application: name })}
      </p>
      {environment === 'test' && <div class="skeleton--line" />}
      <Skeleton />
    </section>
  );
}

/** Shown in the place of the selector. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      <span />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

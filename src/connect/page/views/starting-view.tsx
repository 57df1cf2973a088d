import { fill } from '../../../texts/fill.ts';
import { usePage } from '../page-context.ts';

/** Keeps the space of the selector, so that nothing jumps. In a frame it is empty: the modal draws a skeleton. */
export function StartingView() {
  const { application, text, surface, visit } = usePage();
  const { name, environment } = application;
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

/** The outline of the provider selector, shown until the selector has loaded. */
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

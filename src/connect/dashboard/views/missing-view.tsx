import { RouteLink } from '../parts/route-link.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

/** The view for a URL that matches no other view, for example because it was mistyped. */
export function MissingView() {
  return (
    <section class="view">
      <ViewTitle text="No such page" />
      <p>The address of this page is unknown. It may be mistyped.</p>
      <p class="actions">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
    </section>
  );
}
